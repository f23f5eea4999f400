import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { keyRing } from '#platform/field-keys.server.ts'
import { WRITTEN, cloneDatabase } from './database.ts'
import { owner } from './owner.ts'

/**
 * The database and the data directory of this process. Test files that share it, one after the other, find both as the
 * first one did: rows, files and settings of the file before are gone, and the product has forgotten what it kept of
 * them. Ids go on counting, so that none comes twice. The end of each file checks for changes that this does not undo.
 */
let own: Own | null = null
type Own = { settings: NodeJS.ProcessEnv; folder: string; keys: Buffer; shape: readonly string[]; versions: string }

export async function beginFile(ownerUrl: string, appUrl: string): Promise<void> {
  if (own !== null) return
  const database = await cloneDatabase(ownerUrl, appUrl)
  const folder = mkdtempSync(join(tmpdir(), 'volante-data-'))
  process.env['DATABASE_URL'] = database.appUrl
  process.env['DATABASE_OWNER_URL'] = database.ownerUrl
  process.env['VOLANTE_DATA'] = folder
  keyRing()
  const keys = readFileSync(join(folder, 'field-keys'))
  const keep = WRITTEN.map((name) => `create table as_written.${name} as table ${name}`)
  await (await owner()).query(`create schema as_written; ${keep.join('; ')}`)
  own = { settings: { ...process.env }, folder, keys, shape: await asked(SHAPE), versions: await versionsNow() }
}

/** Fails when the file leaves changes to the next one that only a database of its own would remove. */
export async function endFile(): Promise<void> {
  const { settings, folder, keys, shape, versions } = own!
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
  Object.assign(process.env, settings)
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
  writeFileSync(join(folder, 'field-keys'), keys, { mode: 0o600 })
  const { asOwner, emptyDatabase } = await import('./factories.ts')
  await emptyDatabase()
  const putBack = WRITTEN.map(
    (name) => `delete from ${name}; insert into ${name} overriding system value select * from as_written.${name}`,
  )
  await asOwner(`delete from graphile_worker._private_jobs; ${putBack.join('; ')}`)
  await forget()
  const now = await versionsNow()
  if (now === versions) return
  const left = await asked(SHAPE)
  // Remember the new shape, so that the next file is not blamed for it.
  own = { settings, folder, keys, shape: left, versions: now }
  const other = [...shape.filter((part) => !left.includes(part)), ...left.filter((part) => !shape.includes(part))]
  if (other.length === 0) return
  throw new Error(
    `The file belongs to ALONE in vitest.config.ts: it leaves another database than it found.\n${other.join('\n')}`,
  )
}

/** Forgets what pages keep until they are told that it changed. */
async function forget(): Promise<void> {
  const { forgetBrand } = await import('#features/company/brand/queries.server.ts')
  const { forgetOffer } = await import('#features/company/offer/queries.server.ts')
  const { forgetTerms } = await import('#features/settlements/simulator/queries.server.ts')
  const { forgetCaptchaDemand } = await import('#integrations/identity/captcha.ts')
  const { readKeysAgain } = await import('#integrations/identity/embedded/keys.ts')
  const { mailCodesBy } = await import('#integrations/identity/here.ts')
  for (const forgetOne of [forgetBrand, forgetOffer, forgetTerms, forgetCaptchaDemand, readKeysAgain]) forgetOne()
  mailCodesBy(async () => undefined)
}

const WRITTEN_ROWS = ['schema_migrations', ...WRITTEN]
  .map((name) => `select concat_ws(' ', '${name}', to_jsonb(row)) as part from ${name} row`)
  .join(' union all ')

/**
 * Everything in the database but our rows: tables, columns, triggers, checks, indexes, functions, privileges, and the
 * rows that a migration wrote. Days of positions come and go, and are left out.
 */
const SHAPE = `
  select concat_ws(' ', 'table', oid, relname, relacl, relrowsecurity) as part from pg_class
    where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'column', relname, attname, atttypid, attnotnull, attisdropped, attacl, pg_get_expr(adbin, adrelid))
    from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all select concat_ws(' ', 'trigger', pg_trigger.oid, tgname, tgenabled) from pg_trigger join pg_class on tgrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'check', oid, conname, convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'function', oid, proname, md5(prosrc), proacl) from pg_proc
    where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
  union all ${WRITTEN_ROWS}`

/**
 * A statement that asks for the versions of the rows of a catalog, and for the rows of migrations. While these are the
 * same, so is the shape, which takes longer to read.
 */
const versionsOf = (catalog: string, those: string) =>
  `select concat_ws(' ', '${catalog}', count(*), bit_xor(hashtidextended(ctid, xmin::text::bigint))) as part from ${catalog} where ${those}`
const TABLE = `(select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`
const VERSIONS = [
  versionsOf('pg_class', `relnamespace = 'public'::regnamespace`),
  versionsOf('pg_attribute', `attrelid in ${TABLE}`),
  versionsOf('pg_attrdef', `adrelid in ${TABLE}`),
  versionsOf('pg_trigger', `tgrelid in ${TABLE}`),
  versionsOf('pg_constraint', `connamespace = 'public'::regnamespace`),
  versionsOf('pg_proc', `pronamespace = 'public'::regnamespace`),
  versionsOf('pg_db_role_setting', 'true'),
  WRITTEN_ROWS,
].join(' union all ')
const versionsNow = async () => (await asked(VERSIONS)).toSorted().join('\n')

async function asked(sql: string): Promise<string[]> {
  const { rows } = await (await owner()).query<{ part: string }>(sql)
  return rows.map(({ part }) => part)
}

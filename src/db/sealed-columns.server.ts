import { firstOf } from '#domain/certain.ts'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { readIban } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { fieldKeysPath, keyRing, knownKeyRing } from '#platform/field-keys.server.ts'
import { unseal } from '#platform/seal.server.ts'
import { SEALED, blindIndex, openField, sealField } from '#platform/field-seal.server.ts'
import { withConnection } from './with-connection.server.ts'

/** A column beside a sealed value, by which it is found and compared without being opened. */
type DerivedColumn = {
  name: string
  type: 'bytea' | 'text' | 'boolean'
  of: (text: string) => Buffer | string | boolean
}

type Column = {
  /** SQL that names one row, as text. */
  row: string
  /** SQL of the record that a value belongs to, as text: the value opens only there. */
  record: string
  /** SQL condition of rows that an older program wrote in plain text. */
  plain: string
  derived: readonly DerivedColumn[]
  /** Reads a value from before it was sealed with these keys, where it was not plain text. */
  read?: (value: Buffer, record: string) => string
}

const INDEX = (kind: 'iban' | 'nif'): DerivedColumn => ({
  name: `${kind}_index`,
  type: 'bytea',
  of: (text) => blindIndex(kind, text),
})
const isPlain = (column: string) => `get_byte(${column}, 0) <> ${SEALED}`

/** Seeds were first sealed under the secret of the installation: such a value stands behind a mark of 0. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const FACTOR = (row: string): Column => ({
  row,
  record: 'uid',
  plain: isPlain('secret_sealed'),
  derived: [],
  read: (value, uid) => {
    const seed = unseal(value.subarray(1), { purpose: 'identity second factor', of: uid })
    // A seed sealed under another secret can't be opened any more: a random one takes its place, and the factor is
    // withdrawn as after a lost phone.
    return seed ?? Array.from(randomBytes(32), (byte) => BASE32[byte % BASE32.length]).join('')
  },
})

/** All sealed columns, by table and name. */
const COLUMNS = {
  'driver_ibans.iban': {
    row: 'id::text',
    record: 'driver_id::text',
    plain: 'iban_index is null',
    derived: [
      INDEX('iban'),
      { name: 'iban_ends', type: 'text', of: (iban) => iban.slice(-4) },
      { name: 'iban_valid', type: 'boolean', of: (iban) => readIban(iban).ok },
    ],
  },
  'batch_payments.iban': {
    row: `batch_id || '/' || settlement_id`,
    record: `batch_id || '/' || settlement_id`,
    plain: 'iban_index is null',
    derived: [INDEX('iban')],
  },
  'company.debtor_iban': { row: `'1'`, record: `'1'`, plain: isPlain('debtor_iban'), derived: [] },
  'drivers.nif': {
    row: 'id::text',
    record: 'id::text',
    plain: 'nif is not null and nif_index is null',
    derived: [INDEX('nif')],
  },
  'applications.nif': {
    row: 'id::text',
    record: 'id::text',
    plain: 'nif is not null and nif_index is null',
    derived: [INDEX('nif')],
  },
  'identity_factors.secret_sealed': FACTOR('id'),
  'identity_factor_setups.secret_sealed': FACTOR(`encode(session_hash, 'hex')`),
  'contracts.body': { row: 'id::text', record: 'driver_id::text', plain: isPlain('body'), derived: [] },
  'contract_preparations.typed': {
    row: `driver_id || '/' || kind`,
    record: 'driver_id::text',
    plain: isPlain('typed'),
    derived: [],
  },
  'corrections.words': { row: 'id::text', record: 'driver_id::text', plain: isPlain('words'), derived: [] },
  'ticket_messages.words': { row: 'id::text', record: 'ticket_id::text', plain: isPlain('words'), derived: [] },
  'papers.number': { row: 'id::text', record: 'id::text', plain: isPlain('number'), derived: [] },
  'mail_server.password': { row: `'1'`, record: `'1'`, plain: isPlain('password'), derived: [] },
  'push_keys.private_key': { row: `'1'`, record: `'1'`, plain: isPlain('private_key'), derived: [] },
  'mailboxes.password': { row: 'way_id::text', record: 'way_id::text', plain: isPlain('password'), derived: [] },
  'connections.secret': { row: 'provider', record: 'provider', plain: isPlain('secret'), derived: [] },
  'connections.signing_key': { row: 'provider', record: 'provider', plain: isPlain('signing_key'), derived: [] },
  'whatsapp_account.token': { row: `'1'`, record: `'1'`, plain: isPlain('token'), derived: [] },
  'whatsapp_account.app_secret': { row: `'1'`, record: `'1'`, plain: isPlain('app_secret'), derived: [] },
  'whatsapp_account.verify_token': { row: `'1'`, record: `'1'`, plain: isPlain('verify_token'), derived: [] },
  'second_looks.iban': { row: 'id::text', record: 'asked_by', plain: isPlain('iban'), derived: [] },
} as const satisfies Record<`${string}.${string}`, Column>

export type SealedColumn = keyof typeof COLUMNS
const ALL = Object.entries(COLUMNS) as [SealedColumn, Column][]
/** Mark of the sealed columns and how a plain value of each is recognised: it changes when a column is added. */
export const SEALED_COLUMNS = ALL.map(([name, { plain }]) => `${name}: ${plain}`).join('\n')

/** Seals a value for its column. `record` is the record it belongs to: `company.debtor_iban` has only one, `'1'`. */
export function sealFor<Text extends string | null>(
  column: SealedColumn,
  record: string,
  text: Text,
): Text extends null ? null : Buffer
export function sealFor(column: SealedColumn, record: string, text: string | null): Buffer | null {
  return text === null ? null : sealField(text, { column, of: record })
}

/** Opens a sealed value. Throws `FieldFault` where it was not sealed for this record, or the key is not here. */
export function openOf<Sealed extends Uint8Array | null>(
  column: SealedColumn,
  record: string,
  sealed: Sealed,
): Sealed extends null ? null : string
export function openOf(column: SealedColumn, record: string, sealed: Uint8Array | null): string | null {
  return sealed === null ? null : openField(sealed, { column, of: record })
}

/** Seals a person's NIF for one of the two columns that hold one. */
export function sealedNif(column: 'drivers.nif' | 'applications.nif', id: string, nif: string | null) {
  return { nif: sealFor(column, id, nif), nif_index: nif === null ? null : blindIndex('nif', nif) }
}

/** Fills all columns that hold a driver's account. */
export function sealedIban(driverId: string, iban: string) {
  return {
    iban: sealFor('driver_ibans.iban', driverId, iban),
    iban_index: blindIndex('iban', iban),
    iban_ends: iban.slice(-4),
    iban_valid: readIban(iban).ok,
  }
}

const LOCK = 4_201_871
/** Rows of one transaction: after a killed start the next one goes on behind the last of them. */
const BATCH = 2_000

/**
 * Runs before anything is served: checks that the keys are those of this database, seals batch by batch what an earlier
 * program wrote in plain text, and rewrites the pages where it stood. The next start goes on where a killed one
 * stopped; of two processes only one works. Refuses `keys.missing`: without its keys the installation would write
 * values that it can't read beside others that it can't read.
 */
export async function sealColumns(ownerUrl: string): Promise<void> {
  await withConnection({ connectionString: ownerUrl, application_name: 'volante seal' }, async (client) => {
    await registerKeys(client)
    if (await hasPlain(client, ALL)) await sealThese(client, ALL)
  })
}

/**
 * Runs between two migrations: seals in the present columns what an earlier migration left in plain text, before a
 * later one changes such rows, since the table then accepts only sealed values.
 */
export async function sealMeanwhile(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema()`,
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const present = ALL.filter(
    ([name, { derived }]) =>
      types.get(name) === 'bytea' &&
      derived.every((derivedColumn) => types.has(`${tableOf(name)}.${derivedColumn.name}`)),
  )
  if (!(await hasPlain(client, present))) return
  await registerKeys(client)
  await sealThese(client, present)
}

async function sealThese(client: pg.Client, columns: typeof ALL): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  for (const [name, column] of columns) await sealPlain(client, name, column)
}

export async function registerKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from field_keys order by id')
  const known = rows.map(({ id }) => id)
  const here = (known.length === 0 ? keyRing() : knownKeyRing())?.keys.map(({ id }) => id) ?? []
  const missing = known.filter((id) => !here.includes(id))
  if (missing.length > 0)
    throw new Refusal('keys.missing', { keys: missing.join(', '), path: fieldKeysPath() ?? 'FIELD_KEYS' })
  const fresh = here.filter((id) => !known.includes(id))
  if (fresh.length > 0)
    await client.query('insert into field_keys (id) select unnest($1::text[]) on conflict do nothing', [fresh])
}

async function hasPlain(client: pg.Client, columns: typeof ALL): Promise<boolean> {
  const checks = columns.map(([name, { plain }]) => `exists (select from ${tableOf(name)} where ${plain})`)
  const { rows } = await client.query<{ has: boolean }>(`select ${checks.join(' or ')} as has`)
  return firstOf(rows).has
}

async function sealPlain(client: pg.Client, name: SealedColumn, column: Column): Promise<void> {
  let sealed = 0
  for (;;) {
    const { rows } = await client.query<Found>(
      `select ${column.row} as row, ${column.record} as record, ${columnOf(name)} as value
       from ${tableOf(name)} where ${column.plain} limit ${BATCH}`,
    )
    if (rows.length === 0) break
    await rewrite(
      client,
      name,
      column,
      rows,
      ({ value, record }) => column.read?.(value, record) ?? value.toString('utf8'),
      column.derived,
    )
    sealed += rows.length
  }
  // The plain rows stay in the table's pages until these are rewritten.
  if (sealed > 0) await client.query(`vacuum full ${tableOf(name)}`)
}

/** Counts the values that each key has sealed, by the key's id; keys that nothing uses are left out. */
export async function countByKey(client: pg.Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [name] of ALL) {
    const { rows } = await client.query<{ id: string; count: number }>(
      `select encode(substring(${columnOf(name)} from 2 for 4), 'hex') as id, count(*)::int as count
       from ${tableOf(name)} where ${columnOf(name)} is not null group by 1`,
    )
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

/**
 * Seals anew, batch by batch, what another key than the newest one sealed, while others go on working: a value changed
 * meanwhile stays as they changed it. Answers how many it sealed. It may be stopped without loss, and called again.
 */
export async function resealColumns(client: pg.Client): Promise<number> {
  let resealed = 0
  for (const [name, column] of ALL) {
    for (;;) {
      const [{ id }] = keyRing().keys
      const { rows } = await client.query<Found>(
        `select ${column.row} as row, ${column.record} as record, ${columnOf(name)} as value from ${tableOf(name)}
         where substring(${columnOf(name)} from 2 for 4) <> decode($1, 'hex') limit ${BATCH}`,
        [id],
      )
      if (rows.length === 0) break
      resealed += await rewrite(client, name, column, rows, ({ record, value }) => openOf(name, record, value), [])
    }
  }
  return resealed
}

/**
 * Takes keys off the list of needed ones, once none of their values is left; writers wait meanwhile. Leaves the keys
 * that are still in use, and answers those it took off.
 */
export async function forgetKeys(client: pg.Client, ids: readonly string[], drop: (ids: readonly string[]) => void) {
  await client.query('begin')
  const tables = [...new Set(ALL.map(([name]) => tableOf(name)))]
  await client.query(`lock table ${tables.join(', ')} in share mode`)
  const used = await countByKey(client)
  const free = ids.filter((id) => !used.has(id))
  await client.query('delete from field_keys where id = any($1::text[])', [free])
  drop(free)
  await client.query('commit')
  return free
}

type Found = { row: string; record: string; value: Buffer }

/** Writes values under the newest key; a row that somebody changed meanwhile has the newest key already. */
async function rewrite(
  client: pg.Client,
  name: SealedColumn,
  column: Column,
  rows: readonly Found[],
  textOf: (found: Found) => string,
  derived: readonly DerivedColumn[],
): Promise<number> {
  const texts = rows.map(textOf)
  const parameters: unknown[] = [
    rows.map(({ row }) => row),
    rows.map(({ value }) => value),
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    rows.map(({ record }, at) => sealFor(name, record, texts[at]!)),
    ...derived.map(({ of }) => texts.map(of)),
  ]
  const types = ['text', 'bytea', 'bytea', ...derived.map(({ type }) => type)]
  const names = ['row', 'was', 'sealed', ...derived.map((derivedColumn) => derivedColumn.name)]
  const { rowCount } = await client.query(
    `update ${tableOf(name)} set ${columnOf(name)} = fresh.sealed
       ${derived.map((derivedColumn) => `, ${derivedColumn.name} = fresh.${derivedColumn.name}`).join('')}
     from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) as fresh (${names.join(', ')})
     where ${column.row} = fresh.row
       and ${tableOf(name)}.${columnOf(name)} = fresh.was`,
    parameters,
  )
  return rowCount ?? 0
}

const tableOf = (name: SealedColumn) => firstOf(name.split('.'))
// oxlint-disable-next-line typescript/no-non-null-assertion -- a sealed column is named table.column
const columnOf = (name: SealedColumn) => name.split('.')[1]!

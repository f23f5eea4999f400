import { sql } from 'kysely'
import { order } from '#db/queue.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { fingerprintOf, type Mapping } from '#domain/mapping.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readRefusedAgain } from '#features/imports/refused-files/jobs.ts'
import { findProfileOf, getProfile, lookAtFile, readSample } from './queries.server.ts'
import { fieldErrorsOf, type SetupInput } from './schema.ts'

/**
 * Saves how a person set a file up, so that later files with the same headings are read in that way, and orders that
 * waiting files are read again. Returns the profile's id. Refuses `profile.no-table`, `profile.incomplete` while an
 * answer is missing or a line cannot be read, and `profile.headings-taken` when another profile reads the same
 * headings.
 */
export async function createProfile(change: Change, file: FileToRead, setupInput: SetupInput): Promise<string> {
  const { headingKeys, mapping } = await readWhole(file, setupInput)
  const fingerprint = fingerprintOf(headingKeys)
  // Lock the headings: two people may set the same file up at the same time.
  await sql`select pg_advisory_xact_lock(hashtext('profile'), hashtext(${fingerprint}))`.execute(change.tx)
  const known = await findProfileOf(headingKeys, change.tx)
  if (known) throw new Refusal('profile.headings-taken', { source: known.source })

  const { id } = await change.tx
    .insertInto('profiles')
    .values({
      headings: [...headingKeys],
      fingerprint,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hash = await saveFile(change.tx, file.bytes, 'application/octet-stream')
  const { source } = setupInput
  await writeVersion(change, id, { version: 1, source, mapping, sample: { hash, name: file.name } })
  await order(change.tx, readRefusedAgain, {}, readRefusedAgain.name)
  change.note({ subject: `profile:${id}`, after: loggedFields(source, mapping) })
  return id
}

/**
 * Changes how later files are read; imported rows stay. Refuses `record.not-found`, `record.changed-meanwhile` when
 * the profile has a newer version than `version`, and `profile.incomplete`.
 */
export async function changeProfile(
  change: Change,
  id: string,
  version: number,
  setupInput: SetupInput,
): Promise<void> {
  await change.tx.selectFrom('profiles').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getProfile(id, change.tx)
  if (before.version !== version) throw new Refusal('record.changed-meanwhile')
  const { mapping } = await readWhole(await readSample(before), setupInput, before.headings)

  const { source } = setupInput
  const [was, becomes] = [loggedFields(before.source, before.mapping), loggedFields(source, mapping)]
  if (JSON.stringify(was) === JSON.stringify(becomes)) return
  await writeVersion(change, id, { version: version + 1, source, mapping, sample: before.sample })
  await order(change.tx, readRefusedAgain, {}, readRefusedAgain.name)
  change.note({ subject: `profile:${id}`, before: was, after: becomes })
}

/** Stops reading files by a profile; imported rows stay. Refuses `record.not-found`. */
export async function retireProfile(change: Change, id: string): Promise<void> {
  const { source, mapping } = await getProfile(id, change.tx)
  await change.tx
    .updateTable('profiles')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `profile:${id}`, before: loggedFields(source, mapping) })
}

/** Headings and mapping of a file of which every line can be read. Refuses `profile.incomplete` for any other. */
async function readWhole(file: FileToRead, setupInput: SetupInput, headings: readonly string[] | null = null) {
  const { look } = await lookAtFile(file, setupInput, headings)
  const isNamed = Object.keys(fieldErrorsOf(setupInput.source, look.problems)).length === 0
  const { mapping, result } = look
  if (!isNamed || !mapping || !result || result.rows === 0 || result.problems.length > 0) {
    throw new Refusal('profile.incomplete')
  }
  return { headingKeys: look.headingKeys, mapping }
}

type Version = { version: number; source: string; mapping: Mapping; sample: { hash: string; name: string } }

async function writeVersion(change: Change, id: string, { version, source, mapping, sample }: Version): Promise<void> {
  await change.tx
    .insertInto('profile_versions')
    .values({
      profile_id: id,
      version,
      source,
      mapping: JSON.stringify(mapping),
      sample_sha256: sample.hash,
      sample_name: sample.name,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
}

/**
 * A profile as the log keeps it: with its columns in a fixed order, so that an unchanged profile gives the same text.
 */
function loggedFields(source: string, mapping: Mapping) {
  const { kind, vat, vatRate, sign, isRounded, decimals, dates } = mapping
  const columns = Object.fromEntries(Object.entries(mapping.columns).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { source, kind, columns, vat, vatRate, sign, isRounded, decimals, dates }
}

import { sql } from 'kysely'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readRecordId } from '#domain/record-id.ts'
import { CONTRACT_KINDS, type CONTRACT_LANGUAGES, type ContractKind, type Filling } from '#domain/contract.ts'

/** Days are text, `2026-11-26`. */
type Prepared = {
  driver: string
  kind: ContractKind
  language: (typeof CONTRACT_LANGUAGES)[number]
  startsOn: string
}

/**
 * Saves the typed values and the first day of a contract until the rest of its text is known. A later preparation
 * replaces it.
 */
export async function prepareContract(
  change: Change,
  { driver, kind, language, startsOn }: Prepared,
  typed: Filling,
): Promise<void> {
  const row = {
    driver_id: driver,
    kind,
    language,
    starts_on: startsOn,
    prepared_at: change.now.toString(),
    typed: sealFor('contract_preparations.typed', driver, JSON.stringify(typed)),
  }
  await change.tx
    .insertInto('contract_preparations')
    .values(row)
    .onConflict((known) => known.columns(['driver_id', 'kind']).doUpdateSet(row))
    .execute()
  change.note({ subject: `driver:${driver}`, after: { contractBegun: kind } })
}

/** Deletes preparations once their contracts are drafted; without a preparation nothing changes. */
export async function closePreparations(
  { tx }: Change,
  drivers: readonly string[],
  kind: Prepared['kind'],
): Promise<void> {
  await tx
    .deleteFrom('contract_preparations')
    .where('driver_id', '=', sql<string>`any(${[...drivers]}::uuid[])`)
    .where('kind', '=', kind)
    .execute()
}

/**
 * Deletes a preparation that the office does not want; another contract may be written at any time. Refuses
 * `record.not-found`.
 */
export async function dropPreparation(change: Change, driver: string, kind: string): Promise<void> {
  const known = CONTRACT_KINDS.find((candidate) => candidate === kind)
  if (!known) throw new Refusal('record.not-found')
  const dropped = await change.tx
    .deleteFrom('contract_preparations')
    .where('driver_id', '=', readRecordId(driver))
    .where('kind', '=', known)
    .returning('driver_id')
    .executeTakeFirst()
  if (!dropped) throw new Refusal('record.not-found')
  change.note({ subject: `driver:${driver}`, before: { contractBegun: known } })
}

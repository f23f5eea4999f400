import { sealFor } from '#db/sealed-columns.server.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readRecordId } from '#domain/record-id.ts'
import { CONTRACT_KINDS } from '#domain/contract.ts'
import { type ContractInput, TYPED } from '../schema.ts'

/** Keeps what is known of a contract until the rest of its text is: what was typed, and its first day. A later one takes its place. */
export async function prepareContract(deed: Deed, input: ContractInput): Promise<void> {
  const { driver, kind, language, startsOn } = input
  const typed = Object.fromEntries(TYPED.flatMap((name) => (input[name] ? [[name, input[name]]] : [])))
  const row = {
    ...{ driver_id: driver, kind, language, starts_on: startsOn, prepared_at: deed.now.toString() },
    typed: sealFor('contract_preparations.typed', driver, JSON.stringify(typed)),
  }
  await deed.tx
    .insertInto('contract_preparations')
    .values(row)
    .onConflict((known) => known.columns(['driver_id', 'kind']).doUpdateSet(row))
    .execute()
}

/** It was drafted; without a preparation nothing changes. */
export async function closePreparation(
  { tx }: Deed,
  { driver, kind }: Pick<ContractInput, 'driver' | 'kind'>,
): Promise<void> {
  await tx.deleteFrom('contract_preparations').where('driver_id', '=', driver).where('kind', '=', kind).execute()
}

/** The office does not want it after all; another contract may be written at any time. Refuses `record.not-found`. */
export async function dropPreparation(deed: Deed, driver: string, kind: string): Promise<void> {
  const known = CONTRACT_KINDS.find((one) => one === kind)
  if (!known) throw new Refusal('record.not-found')
  const dropped = await deed.tx
    .deleteFrom('contract_preparations')
    .where('driver_id', '=', readRecordId(driver))
    .where('kind', '=', known)
    .returning('driver_id')
    .executeTakeFirst()
  if (!dropped) throw new Refusal('record.not-found')
  deed.note({ subject: `driver:${driver}`, before: { contract: known } })
}

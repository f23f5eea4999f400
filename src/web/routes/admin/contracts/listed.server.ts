import { isInForce } from '#domain/contract.ts'
import { ZONE } from '#domain/week.ts'
import { listContracts } from '#features/contracts/queries.server.ts'
import type { ListedContract } from './contract-list.tsx'

/** The day that it is in Lisbon, as contracts are dated. */
export function dayAt(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** Every contract, and whether it is in force today. */
export async function listedContracts(now: Temporal.Instant): Promise<ListedContract[]> {
  const contracts = await listContracts()
  return contracts.map((contract) => ({ ...contract, isInForce: isInForce(contract, dayAt(now)) }))
}

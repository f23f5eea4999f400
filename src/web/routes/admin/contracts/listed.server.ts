import type { Reader } from '#features/system/standby/queries.server.ts'
import { isInForce } from '#domain/contract.ts'
import { type DriverName } from '#domain/driver.ts'
import { ZONE } from '#domain/week.ts'
import { contractInForce, listContracts, listEnding } from '#features/contracts/queries.server.ts'
import { listOtherTerms } from '#features/contracts/terms/queries.server.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import type { ListedContract } from './contract-list.tsx'

/** Today's date in Lisbon, by which contracts are dated. */
export function dayAt(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** Active drivers without a service contract in force. */
export async function listWithoutContract(now: Temporal.Instant): Promise<DriverName[]> {
  const [drivers, withContract] = await Promise.all([listDrivers(now), contractInForce(dayAt(now))])
  return drivers
    .filter(({ id, status }) => status === 'active' && !withContract.has(id))
    .map(({ id, ref, name }) => ({ id, ref, name }))
}

/** Every contract, whether it is in force today, whether it ends soon, and whether its terms differ from those in force. */
export async function listedContracts(now: Temporal.Instant, on?: Reader): Promise<ListedContract[]> {
  const [contracts, others, ending] = await Promise.all([
    listContracts(on),
    listOtherTerms(now, on),
    listEnding(dayAt(now), on),
  ])
  const ends = new Set(ending.map(({ id }) => id))
  const otherTerms = new Map(
    others.map(({ contract, isOutrun }) => [contract.id, isOutrun ? 'outrun' : 'wait'] as const),
  )
  return contracts.map((contract) => ({
    ...contract,
    isInForce: isInForce(contract, dayAt(now)),
    endsSoon: ends.has(contract.id),
    otherTerms: otherTerms.get(contract.id) ?? null,
  }))
}

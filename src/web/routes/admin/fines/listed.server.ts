import type { Reader } from '#features/system/standby/queries.server.ts'
import { listFines } from '#features/fleet/fines/queries.server.ts'
import { listChargesOfFines } from '#features/plans/charges/queries.server.ts'
import type { ListedFine } from './fine-list.tsx'

/** Every fine, and whether its driver was charged. */
export async function listedFines(now: Temporal.Instant, on?: Reader): Promise<ListedFine[]> {
  const [fines, charges] = await Promise.all([listFines(now, on), listChargesOfFines(on)])
  return fines.map((fine) => ({ ...fine, isCharged: charges.has(fine.id) }))
}

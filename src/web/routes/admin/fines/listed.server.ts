import { listFines } from '#features/fleet/fines/queries.server.ts'
import { listChargesOfFines } from '#features/plans/charges/queries.server.ts'
import type { ListedFine } from './fine-list.tsx'

/** Every fine, and whether its driver was charged. */
export async function listedFines(now: Temporal.Instant): Promise<ListedFine[]> {
  const [fines, charges] = await Promise.all([listFines(now), listChargesOfFines()])
  return fines.map((fine) => ({ ...fine, isCharged: charges.has(fine.id) }))
}

import { requireValue } from '#domain/certain.ts'
import { readPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { takeListedPapers } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import type { FleetLoad } from './fleet-load.ts'
import { withRowPlaces } from './agreements/commands.server.ts'
import type { Roster } from './schema.ts'

/** Refuses `roster.unknown-name` for a kind of paper that is not in the list of kinds, or is another holder's. */
export async function loadPapers(
  change: Change,
  papers: Roster['papers'],
  { driverIds, vehicleIds }: Record<'driverIds' | 'vehicleIds', ReadonlyMap<string, string>>,
  load: FleetLoad,
): Promise<void> {
  if (papers.length === 0) return
  const holders = new Map((await listKinds(change.tx)).map(({ code, holder }) => [code, holder]))
  const rows = papers.map(({ driver, plate, kind, number, ...days }) => {
    const of: PaperOf = driver
      ? { holder: 'driver', id: requireValue(driverIds, driver) }
      : plate
        ? { holder: 'car', id: requireValue(vehicleIds, readPlate(plate).value) }
        : { holder: 'company' }
    return { of, kind, number: number ?? '', issuedOn: days.issued_on, expiresOn: days.expires_on }
  })
  const unknownAt = rows.findIndex(({ of, kind }) => holders.get(kind) !== of.holder)
  const places = papers.map(({ driver, plate, kind }, at) => ({
    listed: `papers.${at}`,
    holds: [driver, plate, kind].filter(Boolean).join(', '),
  }))
  // Load the rows before one of an unknown kind first, so that their own refusals come before its.
  const understood = unknownAt < 0 ? rows : rows.slice(0, unknownAt)
  for (const id of await withRowPlaces(places, () => takeListedPapers(change, understood)))
    load.papers[id === null ? 'known' : 'added']++
  if (unknownAt >= 0)
    throw new Refusal('roster.unknown-name', { path: `papers.${unknownAt}.kind`, found: rows[unknownAt]?.kind ?? '' })
}

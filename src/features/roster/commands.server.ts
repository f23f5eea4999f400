import { askAlone } from '#db/together.server.ts'
import { requireValue } from '#domain/certain.ts'
import { readPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { type Week, readWeek, weekOf } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import { firstTerms } from '#features/fleet/terms/queries.server.ts'
import { loadAgreements, refuseUnknownPeople } from './agreements/commands.server.ts'
import { loadAssignments } from './assignments.server.ts'
import { loadCompany } from './company.server.ts'
import { loadDrivers } from './drivers.server.ts'
import type { FleetLoad } from './fleet-load.ts'
import { loadMaintenance } from './maintenance.server.ts'
import { loadPapers } from './papers.server.ts'
import { type Roster, type RosterDriver, readRoster } from './schema.ts'
import { loadVehicles } from './vehicles.server.ts'

export type FleetChoices = {
  /** `plain` gives every driver who has none the bare terms, so that a settlement is the sum of the files. */
  terms: 'plain' | 'keep'
  /** Adds what is missing to a company that has drivers, matched by short name and plate. */
  merge: boolean
}

/** A Monday before any week of ours. */
const PLAIN_SINCE = readWeek('2020-01-06')

/**
 * Takes a whole fleet in from a list. All or nothing. Refuses `fleet.not-empty` when there are drivers and `merge` was
 * not asked for, `roster.unreadable` and `roster.unknown-name` for a list that does not hold together, and whatever the
 * commands of drivers, vehicles, rules and plans refuse, with the place in the list.
 */
export async function loadFleet(change: Change, list: unknown, choices: FleetChoices): Promise<FleetLoad> {
  const { roster, unknown } = readRoster(list)
  const { drivers } = await change.tx
    .selectFrom('drivers')
    .select(({ fn }) => fn.countAll<number>().as('drivers'))
    .executeTakeFirstOrThrow()
  if (drivers > 0 && !choices.merge) throw new Refusal('fleet.not-empty')
  refuseUnknownNames(roster)

  const load: FleetLoad = {
    company: 'kept',
    drivers: { added: 0, known: 0 },
    vehicles: { added: 0, known: 0 },
    keys: { added: 0, known: 0 },
    ibans: 0,
    terms: 0,
    assignments: { added: 0, known: 0 },
    rules: { added: 0, known: 0 },
    referrals: { added: 0, known: 0 },
    plans: { added: 0, known: 0 },
    goals: { added: 0, known: 0 },
    contract_terms: { added: 0, known: 0 },
    maintenance: { added: 0, known: 0 },
    papers: { added: 0, known: 0 },
    warnings: unknown.map((name) => ({ code: 'unknown-name', at: name, found: name })),
  }
  if (roster.company) load.company = await loadCompany(change, roster.company, drivers > 0, load.warnings)
  const driverIds = await loadDrivers(change, roster.drivers, load)
  const vehicleIds = await loadVehicles(change, roster.vehicles, load)
  await loadAssignments(change, roster.assignments, { driverIds, vehicleIds }, load)
  await loadAgreements(change, roster, driverIds, load)
  if (choices.terms === 'plain') await loadPlainTerms(change, roster.drivers, driverIds, load)
  await loadMaintenance(change, roster.maintenance, vehicleIds, load)
  await loadPapers(change, roster.papers, { driverIds, vehicleIds }, load)
  const { warnings, ...counts } = load
  change.note({
    subject: 'fleet',
    after: { ...counts, warnings: warnings.length, terms: choices.terms, merge: choices.merge },
  })
  return load
}

/** An assignment speaks of a driver and a car of the same list; each is there once. */
function refuseUnknownNames({ drivers, vehicles, assignments, ...roster }: Roster): void {
  const refuse = (path: string, found: string) => new Refusal('roster.unknown-name', { path, found })
  const knownRefs = drivers.map(({ id }) => id)
  const plates = vehicles.map(({ plate }) => readPlate(plate).value)
  const twiceDriver = knownRefs.findIndex((ref, index) => knownRefs.indexOf(ref) < index)
  const twicePlate = plates.findIndex((plate, index) => plates.indexOf(plate) < index)
  if (twiceDriver >= 0)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `drivers.${twiceDriver}.id`, found: knownRefs[twiceDriver]! })
  if (twicePlate >= 0)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `vehicles.${twicePlate}.plate`, found: plates[twicePlate]! })
  const impossible = plates.findIndex((plate) => !/^[A-Z0-9]{4,10}$/.test(plate))
  if (impossible >= 0) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `vehicles.${impossible}.plate`, found: vehicles[impossible]!.plate })
  }
  for (const [index, { driver, plate }] of assignments.entries()) {
    if (!knownRefs.includes(driver)) throw refuse(`assignments.${index}.driver`, driver)
    if (!plates.includes(readPlate(plate).value)) throw refuse(`assignments.${index}.plate`, plate)
  }
  for (const [index, { plate }] of roster.maintenance.entries())
    if (!plates.includes(readPlate(plate).value)) throw refuse(`maintenance.${index}.plate`, plate)
  for (const [index, { driver, plate }] of roster.papers.entries()) {
    if (driver && !knownRefs.includes(driver)) throw refuse(`papers.${index}.driver`, driver)
    if (plate && !plates.includes(readPlate(plate).value)) throw refuse(`papers.${index}.plate`, plate)
  }
  refuseUnknownPeople(roster, knownRefs)
}

async function loadPlainTerms(
  change: Change,
  drivers: readonly RosterDriver[],
  driverIds: ReadonlyMap<string, string>,
  load: FleetLoad,
): Promise<void> {
  const agreed = await askAlone(firstTerms, change.tx)
  const since = new Map<string, Week>()
  for (const { id, started_on: startedOn } of drivers) {
    const driverId = requireValue(driverIds, id)
    if (agreed.has(driverId) || since.has(driverId)) continue
    since.set(driverId, startedOn ? weekOf(Temporal.PlainDate.from(startedOn)) : PLAIN_SINCE)
  }
  await addTermsToEach(
    change,
    [...since].map(([driverId, from]) => ({ driverId, from, terms: PLAIN_TERMS, reason: '' })),
  )
  load.terms += since.size
}

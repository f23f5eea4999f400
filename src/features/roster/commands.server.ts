import { knownIn } from '#domain/certain.ts'
import type { Tx } from '#db/client.server.ts'
import { askOne } from '#db/together.server.ts'
import { SEPA_FORMATS } from '#domain/company.ts'
import { normalKey, readIban, readNif, readPhone, readPlate, showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { type KeyOwner, directoryKey } from '#domain/matching.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { findSamePerson } from '#domain/same-person.ts'
import { type Span, overlaps, readEnergy } from '#domain/vehicle.ts'
import { type Week, readWeek, weekOf } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { companyRecord } from '#features/company/schema.ts'
import { createDrivers, saveDrivers } from '#features/fleet/drivers/commands.server.ts'
import { changeIbans } from '#features/fleet/ibans/commands.server.ts'
import { addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import {
  contactKeys,
  findDrivers,
  type getDriver,
  listIdentities,
  listRefs,
  nifIndexOf,
} from '#features/fleet/drivers/queries.server.ts'
import { listPayTargets } from '#features/fleet/ibans/queries.server.ts'
import { firstTerms } from '#features/fleet/terms/queries.server.ts'
import { addKeysToEach } from '#features/fleet/keys/commands.server.ts'
import { findOwners } from '#features/fleet/keys/queries.server.ts'
import { takeListedPapers } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import { currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import { addListedJobs } from '#features/fleet/upkeep/commands.server.ts'
import { listJobsOf } from '#features/fleet/upkeep/queries.server.ts'
import { assignVehicles, createVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignmentsOf, listPlates } from '#features/fleet/vehicles/queries.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { inRows, loadAgreements, refuseStrangers, type AgreementsLoad } from './agreements/commands.server.ts'
import { type Roster, type RosterDriver, type RosterVehicle, readRoster } from './schema.ts'
import { type NewDriverInput, newDriver, driverRecord } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'

/** Something of the list worth a person's look. Its words are `page.fleet.load.warnings.<code>`. */
export type RosterWarning = {
  code:
    | 'unknown-name'
    | 'nif-wrong'
    | 'phone-wrong'
    | 'plate-unusual'
    | 'iban-invalid'
    | 'iban-differs'
    | 'contact-shared'
    | 'same-person'
    | 'two-people'
    | 'energy-unknown'
    | 'assignment-differs'
    | 'goal-from'
    | 'goal-until'
  /** Where: a driver's short name, a plate, or a path of the list. */
  at: string
  found: string
}

export type FleetLoad = Omit<AgreementsLoad, 'warnings'> & {
  company: 'added' | 'changed' | 'kept'
  drivers: { added: number; known: number }
  vehicles: { added: number; known: number }
  keys: { added: number; known: number }
  ibans: number
  terms: number
  assignments: { added: number; known: number }
  maintenance: { added: number; known: number }
  papers: { added: number; known: number }
  warnings: RosterWarning[]
}

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
  const refs = drivers.map(({ id }) => id)
  const plates = vehicles.map(({ plate }) => readPlate(plate).value)
  const twiceDriver = refs.findIndex((ref, index) => refs.indexOf(ref) < index)
  const twicePlate = plates.findIndex((plate, index) => plates.indexOf(plate) < index)
  if (twiceDriver >= 0)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `drivers.${twiceDriver}.id`, found: refs[twiceDriver]! })
  if (twicePlate >= 0)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `vehicles.${twicePlate}.plate`, found: plates[twicePlate]! })
  const impossible = plates.findIndex((plate) => !/^[A-Z0-9]{4,10}$/.test(plate))
  if (impossible >= 0) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    throw new Refusal('roster.unreadable', { path: `vehicles.${impossible}.plate`, found: vehicles[impossible]!.plate })
  }
  for (const [index, { driver, plate }] of assignments.entries()) {
    if (!refs.includes(driver)) throw refuse(`assignments.${index}.driver`, driver)
    if (!plates.includes(readPlate(plate).value)) throw refuse(`assignments.${index}.plate`, plate)
  }
  for (const [index, { plate }] of roster.maintenance.entries())
    if (!plates.includes(readPlate(plate).value)) throw refuse(`maintenance.${index}.plate`, plate)
  for (const [index, { driver, plate }] of roster.papers.entries()) {
    if (driver && !refs.includes(driver)) throw refuse(`papers.${index}.driver`, driver)
    if (plate && !plates.includes(readPlate(plate).value)) throw refuse(`papers.${index}.plate`, plate)
  }
  refuseStrangers(roster, refs)
}

/** A fresh company is as the list says; one that works already only gets what it lacks. */
async function loadCompany(
  change: Change,
  listed: NonNullable<Roster['company']>,
  works: boolean,
  warnings: RosterWarning[],
): Promise<FleetLoad['company']> {
  const known = await findCompany(change.tx)
  if (listed.nipc && !readNif(listed.nipc).ok)
    warnings.push({ code: 'nif-wrong', at: 'company.nipc', found: listed.nipc })
  const iban = listed.debtor_iban && account(listed.debtor_iban, 'company.debtor_iban', warnings)
  const both = (ours: readonly string[] | undefined, theirs: readonly string[] | null | undefined) => [
    ...new Set([...(ours ?? []), ...(theirs ?? [])]),
  ]

  const pick = <Value>(ours: Value | null | undefined, theirs: Value | null | undefined) =>
    (works ? (ours ?? theirs) : (theirs ?? ours)) ?? null
  const input = {
    ...(known ? companyRecord.only(known) : companyRecord.nothing),
    version: known?.version ?? 0,
    name: pick(known?.name, listed.name) ?? listed.name,
    nipc: pick(known?.nipc, listed.nipc),
    debtorIban: pick(known?.debtorIban, iban),
    uberOrganisations: both(known?.uberOrganisations, listed.uber_org_uuid ? [listed.uber_org_uuid] : []),
    boltCompanies: both(known?.boltCompanies, listed.bolt_companies),
    viaVerdeContracts: both(known?.viaVerdeContracts, listed.via_verde_contracts),
    sepaFormat: SEPA_FORMATS.find((format) => format === known?.sepaFormat) ?? SEPA_FORMATS[0],
  }
  const isSame =
    known &&
    Object.entries(input).every(([name, value]) => JSON.stringify(Reflect.get(known, name)) === JSON.stringify(value))
  if (isSame) return 'kept'
  await saveCompany(change, input)
  return known ? 'changed' : 'added'
}

/** Takes the drivers of the list in; answers the id of each, by its short name there. */
async function loadDrivers(
  change: Change,
  drivers: readonly RosterDriver[],
  load: FleetLoad,
): Promise<Map<string, string>> {
  const placed = drivers.map((driver, at) => ({ driver, place: { listed: `drivers.${at}`, holds: driver.id } }))
  const places = placed.map(({ place }) => place)
  const people = await inRows(places, () => recognise(change.tx, drivers))
  const here = await readHere(change.tx, drivers, people)
  const rows = placed.map(({ driver, place }, at) => ({
    driver,
    place,
    ...broughtBy(driver, people[at] ?? null, here, load.warnings),
  }))

  const fresh = rows.flatMap(({ input, ...row }) => (input ? [{ ...row, input }] : []))
  const made = await inRows(
    fresh.map(({ place }) => place),
    () =>
      createDrivers(
        change,
        fresh.map(({ input }) => ({ input, keys: [] })),
      ),
  )
  load.drivers.added += fresh.length
  load.drivers.known += rows.length - fresh.length
  for (const turn of inTurn(rows.flatMap(({ save, place }) => (save ? [{ ...save, place }] : []))))
    await inRows(
      turn.map(({ place }) => place),
      () => saveDrivers(change, turn),
    )
  const ids = rows.map(({ known }) => known ?? made.shift() ?? '')
  const accounts = rows.flatMap(({ account: given }, at) => (given ? [{ driverId: ids[at] ?? '', ...given, at }] : []))
  await inRows(
    accounts.flatMap(({ at }) => places[at] ?? []),
    () => changeIbans(change, accounts),
  )
  load.ibans += accounts.length
  const named = drivers.map((driver, at) => ({
    owner: { driverId: ids[at] ?? '' },
    keys: [
      ['uber', 'driver', driver.uber_driver_uuid],
      ['bolt', 'driver', driver.bolt_driver_uuid],
      ['bolt', 'individual', driver.bolt_individual_uuid],
    ] as const,
  }))
  await inRows(places, () => loadKeys(change, named, load))
  return new Map(drivers.map(({ id }, at) => [id, ids[at] ?? '']))
}

/** Who of the fleet a row is, by the short name or by what tells people apart; `several` where it might be more than one. */
type Recognised = { id: string; by: 'ref' | 'person'; name: string } | 'several' | null

async function recognise(tx: Tx, drivers: readonly RosterDriver[]): Promise<Recognised[]> {
  const holders = await listRefs(
    drivers.map(({ id }) => id),
    tx,
  )
  const current = await currentDrivers(
    [...holders.values()].map(({ id }) => id),
    tx,
  )
  // Whoever was here before: two of one list may share a phone at home, and stay two.
  const here = await listIdentities(tx)
  return takeEach(drivers, (driver) => {
    const holder = holders.get(driver.id)
    if (holder) return { id: current(holder.id), by: 'ref', name: holder.name }
    const same = findSamePerson({ ...driver, phone: listedPhone(driver), nif: nifIndexOf(driver.nif) }, here)
    if (same === 'several' || same === null) return same
    return { id: same.person.id, by: 'person', name: `${same.person.name} (${same.person.ref})` }
  })
}

function listedPhone({ phone }: RosterDriver): string | null {
  return phone && (readPhone(phone) ?? phone)
}

/** What is here already of the drivers of a list, and what the rows before one brought. */
type Here = Awaited<ReturnType<typeof readHere>>

async function readHere(tx: Tx, drivers: readonly RosterDriver[], people: readonly Recognised[]) {
  const known = [...new Set(people.flatMap((one) => (one === null || one === 'several' ? [] : [one.id])))]
  const recordOf = await findDrivers(known, tx)
  const accounts = await listPayTargets(tx, known)
  const contacts = drivers.flatMap((driver) => contactKeys({ email: driver.email, phone: listedPhone(driver) }))
  return {
    records: new Map(known.map((id) => [id, recordOf(id)])),
    accounts: new Map(known.map((id) => [id, accounts.get(id)?.iban?.index])),
    /** E-mails and phones that somebody has, by `directoryKey`. */
    contacts: new Set((await findOwners(contacts, tx)).keys()),
  }
}

/** A new record, or what is kept of one that is here; and the account that comes with the row. */
type Brought = {
  known: string | null
  input: NewDriverInput | null
  save: { id: string; given: Awaited<ReturnType<typeof getDriver>> } | null
  account: { iban: string; holder: string | null } | null
}

function broughtBy(driver: RosterDriver, person: Recognised, here: Here, warnings: RosterWarning[]): Brought {
  const warn = (code: RosterWarning['code'], found: string) => warnings.push({ code, at: driver.id, found })
  const listed = { ...driver, phone: listedPhone(driver) }
  if (driver.phone && !readPhone(driver.phone)) warn('phone-wrong', driver.phone)
  if (driver.nif && !readNif(driver.nif).ok) warn('nif-wrong', driver.nif)
  if (person === 'several') warn('two-people', driver.name)
  else if (person?.by === 'person') warn('same-person', person.name)

  const known = person === 'several' || person === null ? null : person.id
  const input = known === null ? newRecord(listed, here, warnings) : null
  const given = known === null ? null : completed(knownIn(here.records, known), listed, here, warnings)
  if (known !== null && given) here.records.set(known, { ...given, version: given.version + 1 })
  return {
    known,
    input,
    save: known !== null && given ? { id: known, given } : null,
    account: listedAccount(listed, known, here, warnings),
  }
}

function newRecord(listed: RosterDriver, here: Here, warnings: RosterWarning[]): NewDriverInput {
  return newDriver({
    ...driverRecord.ofList(listed),
    ref: listed.id,
    ...freeContact(listed, here, warnings),
    nif: listed.nif,
    status: listed.status ?? (listed.ended_on ? 'inactive' : 'active'),
  })
}

/** The record of a known driver with what it lacked; `null` where the list has nothing more. */
function completed(
  known: Awaited<ReturnType<typeof getDriver>>,
  listed: RosterDriver,
  here: Here,
  warnings: RosterWarning[],
) {
  const missing = {
    id: listed.id,
    email: known.email === null ? listed.email : null,
    phone: known.phone === null ? listed.phone : null,
    nif: known.nif === null ? listed.nif : null,
    legalName: known.legalName === null ? driverRecord.ofList(listed).legalName : null,
  }
  const { address, bornOn } = driverRecord.ofList(listed)
  const isMoreListed = (known.address === null && address !== null) || (known.bornOn === null && bornOn !== null)
  if (!missing.email && !missing.phone && !missing.nif && !missing.legalName && !isMoreListed) return null
  const contact = freeContact(missing, here, warnings)
  return {
    ...known,
    email: known.email ?? contact.email,
    phone: known.phone ?? contact.phone,
    nif: known.nif ?? missing.nif,
    legalName: known.legalName ?? missing.legalName,
    address: known.address ?? address,
    bornOn: known.bornOn ?? bornOn,
  }
}

/** Two drivers of one list may share a phone at home; then it cannot tell them apart, and only the first keeps it. */
function freeContact(
  { id, email, phone }: { id: string; email: string | null; phone: string | null },
  here: Here,
  warnings: RosterWarning[],
) {
  const free = (kind: 'email' | 'phone', value: string | null) => {
    const key = value && directoryKey('bolt', normalKey({ kind, value }))
    const isTaken = key && here.contacts.has(key)
    if (isTaken) warnings.push({ code: 'contact-shared', at: id, found: value })
    else if (key) here.contacts.add(key)
    return isTaken ? null : value
  }
  return { email: free('email', email), phone: free('phone', phone) }
}

/** The account that a row gives to somebody who has none yet. */
function listedAccount(
  listed: RosterDriver,
  known: string | null,
  here: Here,
  warnings: RosterWarning[],
): Brought['account'] {
  if (!listed.iban) return null
  const iban = account(listed.iban, listed.id, warnings)
  const index = blindIndex('iban', iban).toString('hex')
  const current = known === null ? undefined : here.accounts.get(known)
  if (current !== undefined) {
    if (current !== index) warnings.push({ code: 'iban-differs', at: listed.id, found: `…${iban.slice(-4)}` })
    return null
  }
  if (known !== null) here.accounts.set(known, index)
  return { iban, holder: listed.iban_holder }
}

/** Of one record there is one at a time: two rows of a list may be one person. */
function inTurn<Save extends { id: string }>(saves: readonly Save[]): Save[][] {
  const turns: Save[][] = []
  const times = new Map<string, number>()
  for (const save of saves) {
    const turn = times.get(save.id) ?? 0
    times.set(save.id, turn + 1)
    turns[turn] = [...(turns[turn] ?? []), save]
  }
  return turns
}

/** The account as it is kept; one no bank would take is kept too, and blocks the payment until somebody corrects it. */
function account(text: string, at: string, warnings: RosterWarning[]): string {
  const reading = readIban(text)
  if (reading.ok) return reading.value
  warnings.push({ code: 'iban-invalid', at, found: text })
  return text.toUpperCase().replaceAll(/\s/g, '')
}

type PlatformKeys = readonly (readonly [Source, KeyKind, string | null])[]

async function loadKeys(
  change: Change,
  listed: readonly { owner: KeyOwner; keys: PlatformKeys }[],
  load: FleetLoad,
): Promise<void> {
  const named = listed.map(({ owner, keys }) => ({
    owner,
    keys: keys.flatMap(([source, kind, value]) => (value ? [{ source, ...normalKey({ kind, value }) }] : [])),
  }))
  const added = await addKeysToEach(change, named)
  load.keys.added += added
  load.keys.known += named.flatMap(({ keys }) => keys).length - added
}

async function loadPlainTerms(
  change: Change,
  drivers: readonly RosterDriver[],
  driverIds: ReadonlyMap<string, string>,
  load: FleetLoad,
): Promise<void> {
  const agreed = await askOne(firstTerms, change.tx)
  const since = new Map<string, Week>()
  for (const { id, started_on: startedOn } of drivers) {
    const driverId = knownIn(driverIds, id)
    if (agreed.has(driverId) || since.has(driverId)) continue
    since.set(driverId, startedOn ? weekOf(Temporal.PlainDate.from(startedOn)) : PLAIN_SINCE)
  }
  await addTermsToEach(
    change,
    [...since].map(([driverId, from]) => ({ driverId, from, terms: PLAIN_TERMS, reason: '' })),
  )
  load.terms += since.size
}

/** Takes the cars of the list in; answers the id of each, by its plate. */
async function loadVehicles(
  change: Change,
  vehicles: readonly RosterVehicle[],
  load: FleetLoad,
): Promise<Map<string, string>> {
  const listed = vehicles.map((vehicle, at) => {
    const { value: plate, series } = readPlate(vehicle.plate)
    const energy = vehicle.fuel ? readEnergy(vehicle.fuel) : null
    if (!series) load.warnings.push({ code: 'plate-unusual', at: plate, found: vehicle.plate })
    if (vehicle.fuel && !energy)
      load.warnings.push({ code: 'energy-unknown', at: showPlate(plate), found: vehicle.fuel })
    const record = { ...vehicleRecord.ofList(vehicle), plate, ...(energy ? { energy } : {}) }
    return { vehicle, plate, record, place: { listed: `vehicles.${at}`, holds: vehicle.plate } }
  })
  const ids = await listPlates(
    listed.map(({ plate }) => plate),
    change.tx,
  )
  const fresh = listed.filter(({ plate }) => !ids.has(plate))
  const made = await inRows(
    fresh.map(({ place }) => place),
    () =>
      createVehicles(
        change,
        fresh.map(({ record }) => record),
      ),
  )
  for (const [at, id] of made.entries()) if (fresh[at]) ids.set(fresh[at].plate, id)
  load.vehicles.added += fresh.length
  load.vehicles.known += listed.length - fresh.length
  const named = listed.map(({ vehicle, plate }) => ({
    owner: { vehicleId: knownIn(ids, plate) },
    keys: [
      ['viaverde', 'obu', vehicle.via_verde_obu],
      ['viaverde', 'iai', vehicle.via_verde_iai],
      ['prio', 'fuel-card', vehicle.prio_fuel_card],
      ['prio', 'electric-card', vehicle.prio_electric_card],
    ] as const,
  }))
  await inRows(
    listed.map(({ place }) => place),
    () => loadKeys(change, named, load),
  )
  return ids
}

/** The same driver in the same car at another time is what the office corrected since: it stays. */
async function loadAssignments(
  change: Change,
  assignments: Roster['assignments'],
  { driverIds, vehicleIds }: Record<'driverIds' | 'vehicleIds', ReadonlyMap<string, string>>,
  load: FleetLoad,
): Promise<void> {
  const rows = assignments.map(({ driver, plate, from, to }, at) => ({
    given: { driverId: knownIn(driverIds, driver), vehicleId: knownIn(vehicleIds, readPlate(plate).value), from, to },
    place: { listed: `assignments.${at}`, holds: `${driver}, ${plate}` },
    plate,
  }))
  const held = new Map<string, (Span & { driverId: string })[]>(
    await listAssignmentsOf(
      rows.map(({ given: { vehicleId } }) => vehicleId),
      change.tx,
    ),
  )
  const same = (a: Temporal.Instant | null, b: Temporal.Instant | null) => String(a) === String(b)
  const fresh = rows.filter(({ given, plate }) => {
    const { vehicleId, driverId, from, to } = given
    const all = held.get(vehicleId) ?? []
    const own = all.filter((one) => one.driverId === driverId)
    if (own.some((one) => same(one.from, from) && same(one.to, to))) return false
    if (own.some((one) => overlaps(one, given))) {
      load.warnings.push({ code: 'assignment-differs', at: plate, found: String(from ?? '…') })
      return false
    }
    held.set(vehicleId, [...all, given])
    return true
  })
  await inRows(
    fresh.map(({ place }) => place),
    () =>
      assignVehicles(
        change,
        fresh.map(({ given }) => given),
      ),
  )
  load.assignments.added += fresh.length
  load.assignments.known += rows.length - fresh.length
}

/** The same work on the same car and day is written down once, however often the list comes. */
async function loadMaintenance(
  change: Change,
  listed: Roster['maintenance'],
  vehicleIds: ReadonlyMap<string, string>,
  load: FleetLoad,
): Promise<void> {
  const rows = listed.map(({ plate, what, on, kilometres, cost_cents: cost, workshop }, at) => ({
    vehicleId: knownIn(vehicleIds, readPlate(plate).value),
    job: { what, on, cost, workshop, kilometres: kilometres ?? null },
    place: { listed: `maintenance.${at}`, holds: plate },
  }))
  const nameOf = (vehicleId: string, { what, on, cost }: { what: string; on: string; cost: number }) =>
    JSON.stringify([vehicleId, what, on, cost])
  const jobs = await listJobsOf(
    rows.map(({ vehicleId }) => vehicleId),
    change.tx,
  )
  const known = new Set([...jobs].flatMap(([vehicleId, own]) => own.map((job) => nameOf(vehicleId, job))))
  const fresh = rows.filter(({ vehicleId, job }) => {
    const name = nameOf(vehicleId, job)
    const isNew = !known.has(name)
    known.add(name)
    return isNew
  })
  await inRows(
    fresh.map(({ place }) => place),
    () => addListedJobs(change, fresh),
  )
  load.maintenance.added += fresh.length
  load.maintenance.known += rows.length - fresh.length
}

/** Refuses `roster.unknown-name` for a kind of paper that is not in the list of kinds, or is another holder's. */
async function loadPapers(
  change: Change,
  papers: Roster['papers'],
  { driverIds, vehicleIds }: Record<'driverIds' | 'vehicleIds', ReadonlyMap<string, string>>,
  load: FleetLoad,
): Promise<void> {
  if (papers.length === 0) return
  const holders = new Map((await listKinds(change.tx)).map(({ code, holder }) => [code, holder]))
  const rows = papers.map(({ driver, plate, kind, number, ...days }) => {
    const of: PaperOf = driver
      ? { holder: 'driver', id: knownIn(driverIds, driver) }
      : plate
        ? { holder: 'car', id: knownIn(vehicleIds, readPlate(plate).value) }
        : { holder: 'company' }
    return { of, kind, number: number ?? '', issuedOn: days.issued_on, expiresOn: days.expires_on }
  })
  const strange = rows.findIndex(({ of, kind }) => holders.get(kind) !== of.holder)
  const places = papers.map(({ driver, plate, kind }, at) => ({
    listed: `papers.${at}`,
    holds: [driver, plate, kind].filter(Boolean).join(', '),
  }))
  // What comes before a kind that nobody knows is refused before it.
  const understood = strange < 0 ? rows : rows.slice(0, strange)
  for (const taken of await inRows(places, () => takeListedPapers(change, understood))) load.papers[taken]++
  if (strange >= 0)
    throw new Refusal('roster.unknown-name', { path: `papers.${strange}.kind`, found: rows[strange]?.kind ?? '' })
}

import { knownIn } from '#domain/certain.ts'
import type { Tx } from '#db/client.server.ts'
import { SEPA_FORMATS } from '#domain/company.ts'
import { normalKey, readIban, readNif, readPhone, readPlate, showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import type { KeyOwner } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { findSamePerson } from '#domain/same-person.ts'
import { overlaps, readEnergy } from '#domain/vehicle.ts'
import { type Week, readWeek, weekOf } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { companyRecord } from '#features/company/schema.ts'
import { createDriver, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver, listIdentities, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { listPayTargets } from '#features/fleet/ibans/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { addKeys } from '#features/fleet/keys/commands.server.ts'
import { findOwner } from '#features/fleet/keys/queries.server.ts'
import { takeListedPaper } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { addJob } from '#features/fleet/upkeep/commands.server.ts'
import { listJobs } from '#features/fleet/upkeep/queries.server.ts'
import { assignVehicle, createVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { inRow, loadAgreements, refuseStrangers, type AgreementsLoad } from './agreements/commands.server.ts'
import { type Roster, type RosterDriver, type RosterVehicle, readRoster } from './schema.ts'
import { newDriver, driverRecord } from '#features/fleet/drivers/schema.ts'
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
  // Whoever was here before: two of one list may share a phone at home, and stay two.
  const here = await listIdentities(change.tx)
  const driverIds = new Map<string, string>()
  for (const [at, driver] of roster.drivers.entries()) {
    const id = await inRow(`drivers.${at}`, driver.id, () => loadDriver(change, driver, here, load))
    driverIds.set(driver.id, id)
  }
  const vehicleIds = new Map<string, string>()
  for (const [at, vehicle] of roster.vehicles.entries()) {
    const id = await inRow(`vehicles.${at}`, vehicle.plate, () => loadVehicle(change, vehicle, load))
    vehicleIds.set(readPlate(vehicle.plate).value, id)
  }
  for (const [at, { driver, plate, from, to }] of roster.assignments.entries()) {
    const driverId = knownIn(driverIds, driver)
    const vehicleId = knownIn(vehicleIds, readPlate(plate).value)
    await inRow(`assignments.${at}`, `${driver}, ${plate}`, () =>
      loadAssignment(change, vehicleId, plate, { driverId, from, to }, load),
    )
  }
  await loadAgreements(change, roster, driverIds, load)
  if (choices.terms === 'plain')
    for (const { id, started_on } of roster.drivers)
      await loadPlainTerms(change, knownIn(driverIds, id), started_on, load)
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

async function loadDriver(
  change: Change,
  listed: RosterDriver,
  here: Awaited<ReturnType<typeof listIdentities>>,
  load: FleetLoad,
): Promise<string> {
  const ref = listed.id
  const phone = listed.phone && (readPhone(listed.phone) ?? listed.phone)
  if (listed.phone && !readPhone(listed.phone))
    load.warnings.push({ code: 'phone-wrong', at: ref, found: listed.phone })
  if (listed.nif && !readNif(listed.nif).ok) load.warnings.push({ code: 'nif-wrong', at: ref, found: listed.nif })

  const holder = await change.tx.selectFrom('drivers').select('id').where('ref', '=', ref).executeTakeFirst()
  const named = holder && { id: await currentDriver(holder.id, change.tx) }
  const same = named ? null : findSamePerson({ ...listed, phone, nif: nifIndexOf(listed.nif) }, here)
  if (same === 'several') load.warnings.push({ code: 'two-people', at: ref, found: listed.name })
  else if (same) load.warnings.push({ code: 'same-person', at: ref, found: `${same.person.name} (${same.person.ref})` })
  const known = named ?? (same === 'several' || same === null ? null : { id: same.person.id })
  const id = known ? known.id : await addDriver(change, { ...listed, phone }, load.warnings)
  if (known) await completeDriver(change, id, { ...listed, phone }, load.warnings)
  load.drivers[known ? 'known' : 'added']++

  await loadIban(change, id, { ...listed, isNew: !known }, load)
  await loadKeys(
    change,
    { driverId: id },
    [
      ['uber', 'driver', listed.uber_driver_uuid],
      ['bolt', 'driver', listed.bolt_driver_uuid],
      ['bolt', 'individual', listed.bolt_individual_uuid],
    ],
    load,
  )
  return id
}

async function addDriver(change: Change, listed: RosterDriver, warnings: RosterWarning[]): Promise<string> {
  return createDriver(
    change,
    newDriver({
      ...driverRecord.ofList(listed),
      ref: listed.id,
      ...(await freeContact(change.tx, listed, warnings)),
      nif: listed.nif,
      status: listed.status ?? (listed.ended_on ? 'inactive' : 'active'),
    }),
  )
}

/** Fills in what the record of a known driver lacks. */
async function completeDriver(
  change: Change,
  id: string,
  listed: RosterDriver,
  warnings: RosterWarning[],
): Promise<void> {
  const known = await getDriver(id, change.tx)
  const missing = {
    id: listed.id,
    email: known.email === null ? listed.email : null,
    phone: known.phone === null ? listed.phone : null,
    nif: known.nif === null ? listed.nif : null,
    legalName: known.legalName === null ? driverRecord.ofList(listed).legalName : null,
  }
  const { address, bornOn } = driverRecord.ofList(listed)
  const isMoreListed = (known.address === null && address !== null) || (known.bornOn === null && bornOn !== null)
  if (!missing.email && !missing.phone && !missing.nif && !missing.legalName && !isMoreListed) return
  const contact = await freeContact(change.tx, missing, warnings)
  await saveDriver(change, id, {
    ...known,
    email: known.email ?? contact.email,
    phone: known.phone ?? contact.phone,
    nif: known.nif ?? missing.nif,
    legalName: known.legalName ?? missing.legalName,
    address: known.address ?? address,
    bornOn: known.bornOn ?? bornOn,
  })
}

/** Two drivers of one list may share a phone at home; then it cannot tell them apart, and only the first keeps it. */
async function freeContact(
  tx: Tx,
  { id, email, phone }: { id: string; email: string | null; phone: string | null },
  warnings: RosterWarning[],
) {
  const free = async (kind: 'email' | 'phone', value: string | null) => {
    const owner = value && (await findOwner('bolt', normalKey({ kind, value }), tx))
    if (owner) warnings.push({ code: 'contact-shared', at: id, found: value })
    return owner ? null : value
  }
  return { email: await free('email', email), phone: await free('phone', phone) }
}

async function loadIban(
  change: Change,
  driverId: string,
  listed: RosterDriver & { isNew: boolean },
  load: FleetLoad,
): Promise<void> {
  if (!listed.iban) return
  const iban = account(listed.iban, listed.id, load.warnings)
  // Who came with this list has none yet.
  const current = listed.isNew ? undefined : (await listPayTargets(change.tx, [driverId])).get(driverId)
  if (!current?.iban) {
    await changeIban(change, driverId, { iban, holder: listed.iban_holder })
    load.ibans++
  } else if (current.iban.index !== blindIndex('iban', iban).toString('hex')) {
    load.warnings.push({ code: 'iban-differs', at: listed.id, found: `…${iban.slice(-4)}` })
  }
}

/** The account as it is kept; one no bank would take is kept too, and blocks the payment until somebody corrects it. */
function account(text: string, at: string, warnings: RosterWarning[]): string {
  const reading = readIban(text)
  if (reading.ok) return reading.value
  warnings.push({ code: 'iban-invalid', at, found: text })
  return text.toUpperCase().replaceAll(/\s/g, '')
}

async function loadKeys(
  change: Change,
  owner: KeyOwner,
  keys: readonly (readonly [Source, KeyKind, string | null])[],
  load: FleetLoad,
): Promise<void> {
  const named = keys.flatMap(([source, kind, value]) => (value ? [{ source, ...normalKey({ kind, value }) }] : []))
  const added = await addKeys(change, named, owner)
  load.keys.added += added
  load.keys.known += named.length - added
}

async function loadPlainTerms(
  change: Change,
  driverId: string,
  startedOn: string | null,
  load: FleetLoad,
): Promise<void> {
  if ((await listTerms(driverId, change.tx)).length > 0) return
  const from: Week = startedOn ? weekOf(Temporal.PlainDate.from(startedOn)) : PLAIN_SINCE
  await addTerms(change, driverId, { from, terms: PLAIN_TERMS, reason: '' })
  load.terms++
}

async function loadVehicle(change: Change, listed: RosterVehicle, load: FleetLoad): Promise<string> {
  const { value: plate, series } = readPlate(listed.plate)
  if (!series) load.warnings.push({ code: 'plate-unusual', at: plate, found: listed.plate })
  const energy = listed.fuel ? readEnergy(listed.fuel) : null
  if (listed.fuel && !energy) load.warnings.push({ code: 'energy-unknown', at: showPlate(plate), found: listed.fuel })

  const known = await change.tx.selectFrom('vehicles').select('id').where('plate', '=', plate).executeTakeFirst()
  const id =
    known?.id ??
    (await createVehicle(change, { ...vehicleRecord.ofList(listed), plate, ...(energy ? { energy } : {}) }))
  load.vehicles[known ? 'known' : 'added']++
  await loadKeys(
    change,
    { vehicleId: id },
    [
      ['viaverde', 'obu', listed.via_verde_obu],
      ['viaverde', 'iai', listed.via_verde_iai],
      ['prio', 'fuel-card', listed.prio_fuel_card],
      ['prio', 'electric-card', listed.prio_electric_card],
    ],
    load,
  )
  return id
}

/** The same driver in the same car at another time is what the office corrected since: it stays. */
async function loadAssignment(
  change: Change,
  vehicleId: string,
  plate: string,
  input: { driverId: string; from: Temporal.Instant | null; to: Temporal.Instant | null },
  load: FleetLoad,
): Promise<void> {
  const own = (await listAssignments(vehicleId, change.tx)).filter(({ driverId }) => driverId === input.driverId)
  const same = (a: Temporal.Instant | null, b: Temporal.Instant | null) => String(a) === String(b)
  if (own.some(({ from, to }) => same(from, input.from) && same(to, input.to))) {
    load.assignments.known++
    return
  }
  if (own.some((one) => overlaps(one, input))) {
    load.assignments.known++
    load.warnings.push({ code: 'assignment-differs', at: plate, found: String(input.from ?? '…') })
    return
  }
  await assignVehicle(change, vehicleId, input)
  load.assignments.added++
}

/** The same work on the same car and day is written down once, however often the list comes. */
async function loadMaintenance(
  change: Change,
  jobs: Roster['maintenance'],
  vehicleIds: ReadonlyMap<string, string>,
  load: FleetLoad,
): Promise<void> {
  for (const [at, { plate, what, on, kilometres, cost_cents: cost, workshop }] of jobs.entries()) {
    const vehicleId = knownIn(vehicleIds, readPlate(plate).value)
    const same = (await listJobs(vehicleId, change.tx)).some(
      (known) => known.what === what && known.on === on && known.cost === cost,
    )
    const job = {
      what,
      on,
      cost,
      workshop,
      kilometres: kilometres ?? null,
      inSince: null,
      rule: null,
      paper: undefined,
    }
    if (!same) await inRow(`maintenance.${at}`, plate, () => addJob(change, vehicleId, job))
    load.maintenance[same ? 'known' : 'added']++
  }
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
  for (const [index, { driver, plate, kind, number, ...days }] of papers.entries()) {
    const of: PaperOf = driver
      ? { holder: 'driver', id: knownIn(driverIds, driver) }
      : plate
        ? { holder: 'car', id: knownIn(vehicleIds, readPlate(plate).value) }
        : { holder: 'company' }
    if (holders.get(kind) !== of.holder)
      throw new Refusal('roster.unknown-name', { path: `papers.${index}.kind`, found: kind })
    const listed = { number: number ?? '', issuedOn: days.issued_on, expiresOn: days.expires_on }
    const holds = [driver, plate, kind].filter(Boolean).join(', ')
    load.papers[await inRow(`papers.${index}`, holds, () => takeListedPaper(change, of, kind, listed))]++
  }
}

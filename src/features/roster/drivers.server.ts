import type { Tx } from '#db/client.server.ts'
import { requireValue } from '#domain/certain.ts'
import { normalKey, readNif, readPhone } from '#domain/identifiers.ts'
import { directoryKey } from '#domain/matching.ts'
import { takeEach } from '#domain/refusal.ts'
import { findSamePerson } from '#domain/same-person.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import { createDrivers, saveDrivers } from '#features/fleet/drivers/commands.server.ts'
import {
  contactKeys,
  findDrivers,
  type getDriver,
  listIdentities,
  listRefs,
  nifIndexOf,
} from '#features/fleet/drivers/queries.server.ts'
import { type NewDriverInput, driverRecord, newDriver } from '#features/fleet/drivers/schema.ts'
import { changeIbans } from '#features/fleet/ibans/commands.server.ts'
import { listPayTargets } from '#features/fleet/ibans/queries.server.ts'
import { findOwners } from '#features/fleet/keys/queries.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { storedAccount } from './accounts.ts'
import type { FleetLoad, RosterWarning } from './fleet-load.ts'
import { loadKeys } from './keys.server.ts'
import { withRowPlaces } from './agreements/commands.server.ts'
import type { RosterDriver } from './schema.ts'

/** Takes the drivers of the list in; answers the id of each, by its short name there. */
export async function loadDrivers(
  change: Change,
  drivers: readonly RosterDriver[],
  load: FleetLoad,
): Promise<Map<string, string>> {
  const placed = drivers.map((driver, at) => ({ driver, place: { listed: `drivers.${at}`, holds: driver.id } }))
  const places = placed.map(({ place }) => place)
  const people = await withRowPlaces(places, () => recognise(change.tx, drivers))
  const existing = await readExisting(change.tx, drivers, people)
  const rows = placed.map(({ driver, place }, at) => ({
    driver,
    place,
    ...recordOf(driver, people[at] ?? null, existing, load.warnings),
  }))

  const newRows = rows.flatMap(({ input, ...row }) => (input ? [{ ...row, input }] : []))
  const createdIds = await withRowPlaces(
    newRows.map(({ place }) => place),
    () =>
      createDrivers(
        change,
        newRows.map(({ input }) => ({ input, keys: [] })),
      ),
  )
  load.drivers.added += newRows.length
  load.drivers.known += rows.length - newRows.length
  for (const turn of inTurn(rows.flatMap(({ save, place }) => (save ? [{ ...save, place }] : []))))
    await withRowPlaces(
      turn.map(({ place }) => place),
      () => saveDrivers(change, turn),
    )
  const ids = rows.map(({ known }) => known ?? createdIds.shift() ?? '')
  const accounts = rows.flatMap(({ account: given }, at) => (given ? [{ driverId: ids[at] ?? '', ...given, at }] : []))
  await withRowPlaces(
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
  await withRowPlaces(places, () => loadKeys(change, named, load))
  return new Map(drivers.map(({ id }, at) => [id, ids[at] ?? '']))
}

/** The driver of the fleet whom a row names, by the short name or by what tells people apart; `several` where it might be more than one. */
type RecognisedDriver = { id: string; by: 'ref' | 'person'; name: string } | 'several' | null

async function recognise(tx: Tx, drivers: readonly RosterDriver[]): Promise<RecognisedDriver[]> {
  const holders = await listRefs(
    drivers.map(({ id }) => id),
    tx,
  )
  const current = await currentDrivers(
    [...holders.values()].map(({ id }) => id),
    tx,
  )
  // Compare only with people who were here before: two of one list may share a phone at home, and stay two.
  const identities = await listIdentities(tx)
  return takeEach(drivers, (driver) => {
    const holder = holders.get(driver.id)
    if (holder) return { id: current(holder.id), by: 'ref', name: holder.name }
    const same = findSamePerson({ ...driver, phone: listedPhone(driver), nif: nifIndexOf(driver.nif) }, identities)
    if (same === 'several' || same === null) return same
    return { id: same.person.id, by: 'person', name: `${same.person.name} (${same.person.ref})` }
  })
}

function listedPhone({ phone }: RosterDriver): string | null {
  return phone && (readPhone(phone) ?? phone)
}

/** The existing records of the drivers of a list, and those of earlier rows of the list. */
type ExistingRecords = Awaited<ReturnType<typeof readExisting>>

async function readExisting(tx: Tx, drivers: readonly RosterDriver[], people: readonly RecognisedDriver[]) {
  const known = [...new Set(people.flatMap((person) => (person === null || person === 'several' ? [] : [person.id])))]
  const storedRecord = await findDrivers(known, tx)
  const accounts = await listPayTargets(tx, known)
  const contacts = drivers.flatMap((driver) => contactKeys({ email: driver.email, phone: listedPhone(driver) }))
  return {
    records: new Map(known.map((id) => [id, storedRecord(id)])),
    accounts: new Map(known.map((id) => [id, accounts.get(id)?.iban?.index])),
    /** E-mails and phones that somebody has, by `directoryKey`. */
    contacts: new Set((await findOwners(contacts, tx)).keys()),
  }
}

/** A new record, or the changed record of a known driver; and the account that comes with the row. */
type ListedRecord = {
  known: string | null
  input: NewDriverInput | null
  save: { id: string; given: Awaited<ReturnType<typeof getDriver>> } | null
  account: { iban: string; holder: string | null } | null
}

function recordOf(
  driver: RosterDriver,
  person: RecognisedDriver,
  here: ExistingRecords,
  warnings: RosterWarning[],
): ListedRecord {
  const warn = (code: RosterWarning['code'], found: string) => warnings.push({ code, at: driver.id, found })
  const listedDriver = { ...driver, phone: listedPhone(driver) }
  if (driver.phone && !readPhone(driver.phone)) warn('phone-wrong', driver.phone)
  if (driver.nif && !readNif(driver.nif).ok) warn('nif-wrong', driver.nif)
  if (person === 'several') warn('two-people', driver.name)
  else if (person?.by === 'person') warn('same-person', person.name)

  const known = person === 'several' || person === null ? null : person.id
  const input = known === null ? newRecord(listedDriver, here, warnings) : null
  const completedDriver =
    known === null ? null : completeDriver(requireValue(here.records, known), listedDriver, here, warnings)
  if (known !== null && completedDriver)
    here.records.set(known, { ...completedDriver, version: completedDriver.version + 1 })
  return {
    known,
    input,
    save: known !== null && completedDriver ? { id: known, given: completedDriver } : null,
    account: listedAccount(listedDriver, known, here, warnings),
  }
}

function newRecord(listedDriver: RosterDriver, existing: ExistingRecords, warnings: RosterWarning[]): NewDriverInput {
  return newDriver({
    ...driverRecord.ofList(listedDriver),
    ref: listedDriver.id,
    ...freeContact(listedDriver, existing, warnings),
    nif: listedDriver.nif,
    status: listedDriver.status ?? (listedDriver.ended_on ? 'inactive' : 'active'),
  })
}

/** The record of a known driver with what it lacked; `null` where the list has nothing more. */
function completeDriver(
  known: Awaited<ReturnType<typeof getDriver>>,
  listedDriver: RosterDriver,
  here: ExistingRecords,
  warnings: RosterWarning[],
) {
  const missing = {
    id: listedDriver.id,
    email: known.email === null ? listedDriver.email : null,
    phone: known.phone === null ? listedDriver.phone : null,
    nif: known.nif === null ? listedDriver.nif : null,
    legalName: known.legalName === null ? driverRecord.ofList(listedDriver).legalName : null,
  }
  const { address, bornOn } = driverRecord.ofList(listedDriver)
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
  here: ExistingRecords,
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
  listedDriver: RosterDriver,
  known: string | null,
  here: ExistingRecords,
  warnings: RosterWarning[],
): ListedRecord['account'] {
  if (!listedDriver.iban) return null
  const iban = storedAccount(listedDriver.iban, listedDriver.id, warnings)
  const index = blindIndex('iban', iban).toString('hex')
  const current = known === null ? undefined : here.accounts.get(known)
  if (current !== undefined) {
    if (current !== index) warnings.push({ code: 'iban-differs', at: listedDriver.id, found: `…${iban.slice(-4)}` })
    return null
  }
  if (known !== null) here.accounts.set(known, index)
  return { iban, holder: listedDriver.iban_holder }
}

/** Splits changes into rounds, each with one change of a record: two rows of a list may be one person. */
function inTurn<Save extends { id: string }>(changes: readonly Save[]): Save[][] {
  const turns: Save[][] = []
  const times = new Map<string, number>()
  for (const save of changes) {
    const turn = times.get(save.id) ?? 0
    times.set(save.id, turn + 1)
    turns[turn] = [...(turns[turn] ?? []), save]
  }
  return turns
}

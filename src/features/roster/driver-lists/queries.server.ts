import { firstOf } from '#domain/certain.ts'
import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import {
  type ListField,
  type ListProblem,
  type ListedDriver,
  isSameName,
  isWholeName,
  namesakes,
} from '#domain/driver-list.ts'
import {
  maskIban,
  maskNif,
  normalEmail,
  normalPhone,
  readNif,
  readPhone,
  readPlate,
  showPlate,
} from '#domain/identifiers.ts'
import { linesLeftOut } from '#domain/listed.ts'
import { type KnownIdentity, findSamePerson } from '#domain/same-person.ts'
import { legalNameOf } from '#domain/driver.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { listIdentities, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { listPayTargets, openIban, type SealedIban } from '#features/fleet/ibans/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { readDriverListInWorker } from '#integrations/worker/read-in-worker.ts'
import { DRIVER_COLUMNS } from '#integrations/lists/driver-columns.ts'
import type { DriverListReading } from '#integrations/lists/driver-list.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { fingerprintOf, textLeftOut, textOfList } from '#features/roster/spreadsheets/queries.server.ts'
import { type ListChange, type ListLine, type ListProposal, type ListWarning, touchesMoney } from './schema.ts'

/** A driver of the fleet with all that a list may name or fill in. */
type Known = KnownIdentity & {
  ref: string
  name: string
  legalName: string | null
  email: string | null
  phone: string | null
  sealedNif: Uint8Array | null
  iban: SealedIban | null
  holder: string | null
  hasTerms: boolean
}

/** A car, with the names of all drivers who ever had it, by their ids. */
type Car = { id: string; holders: ReadonlyMap<string, string> }
type Fleet = { people: readonly Known[]; cars: ReadonlyMap<string, Car> }

/** The changes that a list of drivers would make, line by line; nothing is stored. */
export async function proposeList(text: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<ListProposal> {
  const { rows, problems, unused, unnamed, sums } = await readList(text)
  const fleet = await readFleet(on)
  const found: ListProblem[] = []
  const similarityWarnings = warnOfSimilar(rows)
  const all = rows.map((row) => withWarnings(lineOf(row, fleet, found), similarityWarnings.get(row.line) ?? []))
  const allProblems = [...problems, ...found, ...listedTwice(all)]
  const left = linesLeftOut(allProblems)
  const lines = all.filter(({ line }) => !left.includes(line))
  const termsFrom = (await listWeeksWithRows(on)).at(-1) ?? previousWeek(weekAt(now))
  const { slotFee, rentalFee, rent, splitShare } = await settingsIn(termsFrom, on)
  return {
    lines,
    left,
    problems: allProblems,
    unused,
    unnamed,
    sums,
    termsFrom,
    usual: { slotFee, rentalFee, rent, splitShare },
    fingerprint: fingerprintOf(text, [lines, termsFrom]),
    hasMoney: lines.some(({ changes }) => touchesMoney(changes)),
  }
}

/**
 * The lines of a list that stay out, under its headings, as they were written: to be corrected and looked at again. `null` when
 * none does.
 */
export async function listLeftOut(text: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<string | null> {
  const [{ left }, { rows }] = await Promise.all([proposeList(text, now, on), readList(text)])
  return textLeftOut(
    text,
    rows.map(({ line }) => line),
    left,
  )
}

/** The text of an uploaded list of drivers. Refuses what `textOfList` refuses. */
export async function textOfDriverList(bytes: Uint8Array): Promise<string> {
  return await textOfList(bytes, DRIVER_COLUMNS)
}

/** The lines of a list, read one by one. Refuses `spreadsheet.unreadable` for text that is no list at all. */
export async function readList(text: string): Promise<DriverListReading> {
  const reading = await readDriverListInWorker(text)
  if (!reading) throw new Refusal('spreadsheet.unreadable')
  return reading
}

async function readFleet(on: Kysely<DB>): Promise<Fleet> {
  const [people, terms, cars] = await Promise.all([
    listIdentities(on),
    on.selectFrom('terms').select('driver_id').distinct().where('withdrawn_at', 'is', null).execute(),
    on
      .selectFrom('vehicles')
      .leftJoin('assignments', 'assignments.vehicle_id', 'vehicles.id')
      .leftJoin('drivers', 'drivers.id', 'assignments.driver_id')
      .select(['vehicles.id', 'plate', 'drivers.name', 'assignments.driver_id'])
      .execute(),
  ])
  const pay = await listPayTargets(
    on,
    people.map(({ id }) => id),
  )
  const agreed = new Set(terms.map(({ driver_id }) => driver_id))
  const held = new Map<string, { id: string; holders: Map<string, string> }>()
  for (const { id, plate, name, driver_id } of cars) {
    const car = held.get(plate) ?? { id, holders: new Map<string, string>() }
    if (driver_id !== null) car.holders.set(driver_id, name ?? '')
    held.set(plate, car)
  }
  return {
    people: people.map((driver) => ({
      ...driver,
      iban: pay.get(driver.id)?.iban ?? null,
      holder: pay.get(driver.id)?.holder ?? null,
      hasTerms: agreed.has(driver.id),
    })),
    cars: held,
  }
}

function lineOf(row: ListedDriver, fleet: Fleet, problems: ListProblem[]): ListLine {
  const same = findSamePerson({ ...row, nif: nifIndexOf(row.nif) }, fleet.people)
  if (same === 'several') {
    problems.push({ line: row.line, column: '', code: 'two-people', found: row.name ?? row.email ?? row.phone ?? '' })
    return { line: row.line, name: row.name ?? '', who: { is: 'new' }, changes: [], warnings: [] }
  }
  if (same) {
    const { id, ref, name } = same.person
    return {
      line: row.line,
      name,
      who: { is: 'known', driver: { id, ref, name }, by: same.by },
      ...changesFor(row, same.person, fleet),
    }
  }
  const name = row.name ?? ''
  if (name === '') {
    problems.push({ line: row.line, column: '', code: 'name-missing', found: row.nif ?? row.email ?? row.phone ?? '' })
  }
  const sameNamed = namesakes(name, fleet.people)
  // A number of another person says that it is somebody else: nobody is proposed, though the names are the same.
  const exact = sameNamed.filter((person) => isSameName(person.name, name) && !hasAnotherNif(person, row))
  const likely = exact.length === 1 ? firstOf(exact) : null
  const who =
    sameNamed.length === 0
      ? { is: 'new' as const }
      : {
          is: 'asked' as const,
          drivers: sameNamed.map(({ id, ref, name: of }) => ({ id, ref, name: of })),
          likely: likely?.id ?? null,
          answers: [...sameNamed, null].map((person) => ({
            id: person?.id ?? null,
            changes: changesFor(row, person, fleet).changes,
          })),
        }
  return { line: row.line, name, who, ...changesFor(row, likely, fleet) }
}

function hasAnotherNif(person: Known, row: ListedDriver): boolean {
  return row.nif !== null && person.sealedNif !== null && openOf('drivers.nif', person.id, person.sealedNif) !== row.nif
}

/** The fields that a line fills in or changes, and warnings about those that stay though they differ. `person` is `null` for somebody new. */
function changesFor(
  row: ListedDriver,
  person: Known | null,
  { cars }: Fleet,
): { changes: readonly ListChange[]; warnings: readonly ListWarning[] } {
  const changes: ListChange[] = []
  const warnings: ListWarning[] = []
  const fill = (field: ListField, to: string | null, existing: string | null, isSame: boolean) => {
    if (to === null) return
    if (existing === null) changes.push({ field, to, from: null })
    else if (!isSame) warnings.push({ code: 'differs', field, found: existing })
  }
  if (person && row.name && !isSameName(row.name, person.name)) {
    const existing = isWholeName(row.name) ? person.legalName : (person.legalName ?? person.name)
    fill('name', row.name, existing, isSameName(row.name, existing ?? ''))
  }
  const nif = person && openOf('drivers.nif', person.id, person.sealedNif)
  fill('nif', row.nif, nif && maskNif(nif), row.nif === nif)
  fill('email', row.email, person?.email ?? null, normalEmail(row.email ?? '') === normalEmail(person?.email ?? ''))
  fill('phone', row.phone, person?.phone ?? null, normalPhone(row.phone ?? '') === normalPhone(person?.phone ?? ''))
  if (row.iban && person?.iban?.index !== blindIndex('iban', row.iban).toString('hex')) {
    const from = person?.iban ? maskIban(openIban({ driverId: person.id, iban: person.iban })) : null
    changes.push({ field: 'iban', to: maskIban(row.iban), from })
  }
  // An account without a holder of its own is the driver's; a list that names none says nothing of it.
  const driverName = (person && legalNameOf(person)) ?? row.name
  const holder = person?.holder ?? driverName
  if (row.holder && (row.iban ?? person?.iban) && row.holder !== holder)
    changes.push({ field: 'holder', to: row.holder, from: person?.iban ? holder : null })
  if (row.nif && !readNif(row.nif).ok) warnings.push({ code: 'nif-wrong', field: 'nif', found: row.nif })
  if (row.phone && !readPhone(row.phone)) warnings.push({ code: 'phone-wrong', field: 'phone', found: row.phone })
  if (row.regime && person?.hasTerms) warnings.push({ code: 'terms-stay', field: 'regime', found: row.regime })
  else if (row.regime) changes.push({ field: 'regime', to: row.regime, from: null })
  if (row.plate) {
    const car = cars.get(row.plate)
    const holders = car?.holders ?? new Map<string, string>()
    if (holders.size === 0) changes.push({ field: 'plate', to: showPlate(row.plate), from: null })
    else if (!person || !holders.has(person.id))
      warnings.push({ code: 'car-held', field: 'plate', found: [...holders.values()].join(', ') })
    if (!readPlate(row.plate).series) warnings.push({ code: 'plate-unusual', field: 'plate', found: row.plate })
  }
  return { changes, warnings }
}

/** Lines that may be one person or share an account, each with the line before it: nobody is taken for another by that alone. */
function warnOfSimilar(rows: readonly ListedDriver[]): ReadonlyMap<number, readonly ListWarning[]> {
  const earlier = (row: ListedDriver, isLike: (other: ListedDriver) => boolean) =>
    rows.find((other) => other.line < row.line && isLike(other))
  return new Map(
    rows.map((row) => {
      const [name, iban] = [
        earlier(row, (other) => row.name !== null && other.name !== null && isSameName(row.name, other.name)),
        earlier(row, (other) => row.iban !== null && row.iban === other.iban),
      ]
      return [
        row.line,
        [
          ...(name ? [{ code: 'name-twice' as const, field: 'name' as const, found: String(name.line) }] : []),
          ...(iban ? [{ code: 'iban-twice' as const, field: 'iban' as const, found: String(iban.line) }] : []),
        ],
      ]
    }),
  )
}

function withWarnings(line: ListLine, more: readonly ListWarning[]): ListLine {
  return { ...line, warnings: [...line.warnings, ...more] }
}

/** Two lines that are one driver of the fleet: by the e-mail of one and the NIF of the other. */
function listedTwice(lines: readonly ListLine[]): ListProblem[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, who, name }): ListProblem[] => {
    if (who.is !== 'known') return []
    const other = first.get(who.driver.id)
    if (other === undefined) first.set(who.driver.id, line)
    return other === undefined ? [] : [{ line, column: name, code: 'person-twice', found: String(other) }]
  })
}

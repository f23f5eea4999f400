import { requireValue } from '#domain/certain.ts'
import { askAlone } from '#db/together.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { ListField, ListedDriver } from '#domain/driver-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { type Week, readWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { createDrivers, saveDrivers } from '#features/fleet/drivers/commands.server.ts'
import { changeIbans } from '#features/fleet/ibans/commands.server.ts'
import { listAccounts } from '#features/fleet/ibans/queries.server.ts'
import { addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import { findDrivers } from '#features/fleet/drivers/queries.server.ts'
import { firstTerms } from '#features/fleet/terms/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { assignVehicles, createVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignmentsOf, listPlates } from '#features/fleet/vehicles/queries.server.ts'
import { proposeList, readList } from './queries.server.ts'
import { type ListChange, type ListLine, type TakeListInput, touchesMoney } from './schema.ts'
import { type NewDriverInput, newDriver } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'

/**
 * Takes a list of drivers in as it was shown; answers how many were created and how many were there. All of the lines that are
 * understood or nothing; the others stay out (`listLeftOut`).
 * `reason` are the words that stand beside first terms. `requireMoney` refuses who may not move money, and is asked before
 * anything is written that is an account, its holder or terms, whoever the lines were said to be.
 *
 * Refuses `spreadsheet.problems` while no line is understood, `spreadsheet.changed` when it would do something else than
 * was shown, `driver-list.undecided` while nobody said who a line is, and whatever the commands of drivers and vehicles do.
 */
export async function takeListIn(
  change: Change,
  { text, fingerprint, answers }: TakeListInput,
  reason: string,
  requireMoney: () => void,
): Promise<{ created: number; known: number }> {
  const proposal = await proposeList(text, change.now, change.tx)
  if (proposal.lines.length === 0) throw new Refusal('spreadsheet.problems', { count: proposal.problems.length })
  if (proposal.fingerprint !== fingerprint) throw new Refusal('spreadsheet.changed')
  const decided = proposal.lines.map((line) => {
    const who = whoIs(line, answers.get(line.line))
    return { line, who, changes: changesFor(line, who) }
  })
  const chosen = decided.flatMap(({ who }) => (who === null ? [] : [who]))
  if (new Set(chosen).size < chosen.length) throw new Refusal('driver-list.one-twice')

  if (decided.some(({ changes }) => touchesMoney(changes))) requireMoney()

  const rows = new Map((await readList(text)).rows.map((row) => [row.line, row]))
  const lines = decided.map(({ line, who, changes }) => ({
    row: requireValue(rows, line.line),
    who,
    brings: (...fields: ListField[]) => changes.some(({ field }) => fields.includes(field)),
  }))
  const createdIds = await createDrivers(
    change,
    lines.flatMap(({ row, who }) => (who === null ? [{ input: recordOf(row), keys: [] }] : [])),
  )
  const recognised = lines.map(({ who, ...line }): RecognisedLine => ({
    ...line,
    id: who ?? createdIds.shift() ?? '',
    isNew: who === null,
  }))
  await complete(change, recognised)
  await changeAccounts(change, recognised)
  await agreeUsualTerms(change, recognised, readWeek(proposal.termsFrom), reason)
  await giveCars(change, recognised)
  const created = decided.length - chosen.length
  change.note({ subject: 'fleet', after: { listed: decided.length, created, known: chosen.length } })
  return { created, known: chosen.length }
}

/** A line, and the driver that it is. */
type RecognisedLine = { row: ListedDriver; id: string; isNew: boolean; brings: (...fields: ListField[]) => boolean }

/** The changes that the page showed for the line and this driver. */
function changesFor({ who, changes }: ListLine, id: string | null): readonly ListChange[] {
  return who.is === 'asked' ? (who.answers.find((answer) => answer.id === id)?.changes ?? []) : changes
}

/** The driver a line is, `null` for somebody new. */
function whoIs({ line, who }: ListLine, answer: string | undefined): string | null {
  if (who.is === 'new') return null
  if (who.is === 'known') return who.driver.id
  if (answer === 'new') return null
  const driver = who.drivers.find(({ id }) => id === answer)
  if (!driver) throw new Refusal('driver-list.undecided', { line })
  return driver.id
}

function recordOf({ name, email, phone, nif }: ListedDriver): NewDriverInput {
  return newDriver({ name: name ?? '', email, phone, nif })
}

/** Fills in what each record lacks, the list's name as the legal one where it is another; what it has stays. */
async function complete(change: Change, taken: readonly RecognisedLine[]): Promise<void> {
  const lines = taken.filter(({ isNew }) => !isNew)
  const recordOfDriver = await findDrivers(
    lines.map(({ id }) => id),
    change.tx,
  )
  const completed = lines.flatMap(({ id, row, brings }) => {
    const known = recordOfDriver(id)
    const legalName = brings('name') ? row.name : null
    const isComplete = (['email', 'phone', 'nif'] as const).every(
      (field) => known[field] !== null || row[field] === null,
    )
    if (isComplete && legalName === null) return []
    const completedRecord = {
      ...known,
      legalName: known.legalName ?? legalName,
      email: known.email ?? row.email,
      phone: known.phone ?? row.phone,
      nif: known.nif ?? row.nif,
    }
    return [{ id, given: completedRecord }]
  })
  if (completed.length > 0) await saveDrivers(change, completed)
}

/** Fields of an account that the list leaves out stay as they are. */
async function changeAccounts(change: Change, taken: readonly RecognisedLine[]): Promise<void> {
  const lines = taken.filter(({ brings }) => brings('iban', 'holder'))
  const accounts = await listAccounts(
    lines.map(({ id }) => id),
    change.tx,
  )
  const newAccounts = lines.flatMap(({ id, row }) => {
    const current = accounts.get(id)?.[0]
    const iban = row.iban ?? (current ? openOf('driver_ibans.iban', id, current.iban) : null)
    return iban ? [{ driverId: id, iban, holder: row.holder ?? current?.holder ?? null }] : []
  })
  await changeIbans(change, newAccounts)
}

/** The company's usual terms of the regime, for whoever has none. */
async function agreeUsualTerms(
  change: Change,
  taken: readonly RecognisedLine[],
  from: Week,
  reason: string,
): Promise<void> {
  const lines = taken.flatMap(({ id, row: { regime }, brings }) => (regime && brings('regime') ? [{ id, regime }] : []))
  if (lines.length === 0) return
  const agreed = await askAlone(firstTerms, change.tx)
  const settings = await settingsIn(from, change.tx)
  const termless = lines.filter(({ id }) => !agreed.has(id))
  await addTermsToEach(
    change,
    termless.map(({ id, regime }) => ({ driverId: id, from, terms: offeredTerms(regime, settings), reason })),
  )
}

/** A car nobody ever had is its first driver's of the list since always; one that somebody had stays as it is. */
async function giveCars(change: Change, lines: readonly RecognisedLine[]): Promise<void> {
  const driverOf = new Map<string, string>()
  for (const {
    id,
    row: { plate },
  } of lines)
    if (plate && !driverOf.has(plate)) driverOf.set(plate, id)
  if (driverOf.size === 0) return
  const cars = await listPlates([...driverOf.keys()], change.tx)
  const held = await listAssignmentsOf([...cars.values()], change.tx)
  const newPlates = [...driverOf.keys()].filter((plate) => !cars.has(plate))
  const vehicleIds = await createVehicles(
    change,
    newPlates.map((plate) => ({ ...vehicleRecord.nothing, plate })),
  )
  for (const [at, id] of vehicleIds.entries()) cars.set(newPlates[at] ?? '', id)
  const free = [...driverOf].map(([plate, driverId]) => ({
    vehicleId: requireValue(cars, plate),
    driverId,
    from: null,
    to: null,
  }))
  await assignVehicles(
    change,
    free.filter(({ vehicleId }) => !held.has(vehicleId)),
  )
}

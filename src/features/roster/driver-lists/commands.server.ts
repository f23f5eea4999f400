import { knownIn } from '#domain/certain.ts'
import type { ListField, ListedDriver } from '#domain/driver-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { type Week, readWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { createDriver, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { currentIban, listIbans, openIban } from '#features/fleet/ibans/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { assignVehicle, createVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { proposeList, readList } from './queries.server.ts'
import { type ListChange, type ListLine, type TakeListInput, touchesMoney } from './schema.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'

/**
 * Takes a list of drivers in as it was shown; answers how many were created and how many were there. All of the lines that are
 * understood or nothing; the others stay out (`listLeftOut`).
 * `reason` are the words that stand beside first terms. `requireMoney` refuses who may not move money, and is asked before
 * anything is written that is an account, its holder or terms, whoever the lines were said to be.
 *
 * Refuses `driver-list.problems` while no line is understood, `driver-list.changed` when it would do something else than
 * was shown, `driver-list.undecided` while nobody said who a line is, and whatever the commands of drivers and vehicles do.
 */
export async function takeListIn(
  change: Change,
  { text, fingerprint, answers }: TakeListInput,
  reason: string,
  requireMoney: () => void,
): Promise<{ created: number; known: number }> {
  const proposal = await proposeList(text, change.now, change.tx)
  if (proposal.lines.length === 0) throw new Refusal('driver-list.problems', { count: proposal.problems.length })
  if (proposal.fingerprint !== fingerprint) throw new Refusal('driver-list.changed')
  const decided = proposal.lines.map((line) => {
    const who = whoIs(line, answers.get(line.line))
    return { line, who, changes: changesFor(line, who) }
  })
  const chosen = decided.flatMap(({ who }) => (who === null ? [] : [who]))
  if (new Set(chosen).size < chosen.length) throw new Refusal('driver-list.one-twice')

  if (decided.some(({ changes }) => touchesMoney(changes))) requireMoney()

  const rows = new Map((await readList(text)).rows.map((row) => [row.line, row]))
  const termsFrom = readWeek(proposal.termsFrom)
  for (const { line, who, changes } of decided) {
    const row = knownIn(rows, line.line)
    const id = who ?? (await createFrom(change, row))
    const brings = (...fields: ListField[]) => changes.some(({ field }) => fields.includes(field))
    if (who !== null) await complete(change, who, row, brings('name') ? row.name : null)
    if (brings('iban', 'holder')) await changeAccount(change, id, row)
    if (row.regime && brings('regime')) await agreeFirst(change, id, row.regime, termsFrom, reason)
    if (row.plate) await giveCar(change, id, row.plate)
  }
  const created = decided.length - chosen.length
  change.note({ subject: 'fleet', after: { listed: decided.length, created, known: chosen.length } })
  return { created, known: chosen.length }
}

/** What the page showed that the line brings to whom it is. */
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

async function createFrom(change: Change, row: ListedDriver): Promise<string> {
  const { email, phone, nif } = row
  return createDriver(change, newDriver({ name: row.name ?? '', email, phone, nif }))
}

/** Fills in what the record lacks, the list's name as the legal one where it is another; what it has stays. */
async function complete(change: Change, id: string, row: ListedDriver, legalName: string | null): Promise<void> {
  const known = await getDriver(id, change.tx)
  const isComplete = (['email', 'phone', 'nif'] as const).every((field) => known[field] !== null || row[field] === null)
  if (isComplete && legalName === null) return
  await saveDriver(change, id, {
    ...known,
    legalName: known.legalName ?? legalName,
    email: known.email ?? row.email,
    phone: known.phone ?? row.phone,
    nif: known.nif ?? row.nif,
  })
}

/** What the list doesn't say of an account stays as it is. */
async function changeAccount(change: Change, id: string, row: ListedDriver): Promise<void> {
  const [known] = await listIbans(id, change.now, change.tx)
  const current = await currentIban(change.tx, id)
  const iban = row.iban ?? (current?.iban ? openIban({ driverId: id, iban: current.iban }) : null)
  if (iban) await changeIban(change, id, { iban, holder: row.holder ?? known?.holder ?? null })
}

/** The company's usual terms of the regime, for whoever has none. */
async function agreeFirst(
  change: Change,
  id: string,
  regime: NonNullable<ListedDriver['regime']>,
  from: Week,
  reason: string,
): Promise<void> {
  if ((await listTerms(id, change.tx)).length > 0) return
  const terms = offeredTerms(regime, await settingsIn(from, change.tx))
  await addTerms(change, id, { from, terms, reason })
}

/** A car nobody ever had is this driver's since always; one that somebody had stays as it is. */
async function giveCar(change: Change, driverId: string, plate: string): Promise<void> {
  const known = await change.tx.selectFrom('vehicles').select('id').where('plate', '=', plate).executeTakeFirst()
  if (known && (await listAssignments(known.id, change.tx)).length > 0) return
  const id = known?.id ?? (await createVehicle(change, { ...vehicleRecord.nothing, plate }))
  await assignVehicle(change, id, { driverId, from: null, to: null })
}

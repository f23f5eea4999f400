import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { bounds, previousWeek } from '#domain/week.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import { addAdjustment, withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { addTerms, removeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { answerAnomaly } from '#features/weeks/radar/commands.server.ts'
import { type FileOutcome, rememberKey } from '#features/imports/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { approveWeek, undoApproval } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  acceptProposal,
  declineProposal,
  deleteAnsweredMarks,
} from '#features/settlements/proposals/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { assignVehicle, endAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  NEXT_WEEK,
  type Fleet,
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPrintedTwice,
  dropPublicSet,
  edited,
  publicFile,
  textOf,
  withoutTerms,
  tripsFile,
} from '#test/factories.ts'
import {
  answerCompany,
  answerPassage,
  answerPrintedTwice,
  answerRow,
  giveAllSameTerms,
  giveFirstTerms,
  giveSameTerms,
  takeBack,
} from './commands.server.ts'
import { findGap, findRow, listAnswers } from './queries.server.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const page = () => getWeekPage(WEEK, MONDAY)
const twins = async () => (await page()).questions.flatMap((one) => (one.kind === 'twin' ? [one] : []))
const tolls = async () => (await getWeek(WEEK)).statements.reduce((total, { sources }) => total + sources.tolls, 0)
const holds = async () => {
  const { checks } = await page()
  return checks.sourcesIn === checks.settled + checks.unmatched + checks.company
}

/** The public passages again, from another export that writes one exit point differently. */
function otherExport() {
  const file = publicFile('extrato')
  const line = textOf(file)
    .split('\n')
    .find((text) => text.includes('ZX-33-TC'))!
  const spelt = line.split(';').with(7, 'PONTE 25 ABRIL N/S').join(';')
  return edited(file, (text) => text.replace(line, spelt), 'outro_extrato.csv')
}

test('the same passage in two files is asked about; the same stops counting once, and two count on', async () => {
  await dropPublicSet()
  const before = await tolls()
  await drop([otherExport()])
  const [question, ...others] = await twins()
  expect(others).toEqual([])
  const { kept, other } = question!
  expect(await tolls()).toBe(before + other.amount)

  await makeChange((change) => answerPassage(change, WEEK, { kept: kept.id, other: other.id, isSame: true }))
  expect([await tolls(), await twins(), await holds()]).toEqual([before, [], true])

  const [answer] = (await page()).answers
  expect(answer).toMatchObject({ kind: 'passage', isSame: true, row: { amount: other.amount } })
  await makeChange((change) => takeBack(change, answer!.id))
  expect([await tolls(), (await twins()).length]).toEqual([before + other.amount, 1])

  await makeChange((change) => answerPassage(change, WEEK, { kept: kept.id, other: other.id, isSame: false }))
  expect([await tolls(), await twins(), await holds()]).toEqual([before + other.amount, [], true])
})

test('taking back what was said of a passage waits for whoever is at the numbers of its week', async () => {
  await dropPublicSet()
  await drop([otherExport()])
  const [question] = await twins()
  await makeChange((change) =>
    answerPassage(change, WEEK, { kept: question!.kept.id, other: question!.other.id, isSame: true }),
  )
  const [answer] = await given('passage')
  const back = { taken: false }
  let taken: Promise<void> | undefined
  await makeChange(async ({ tx }) => {
    await lockWeeks(tx, [WEEK])
    taken = makeChange((change) => takeBack(change, answer!.id)).then(() => void (back.taken = true))
    while (!back.taken && !(await isSomebodyWaiting())) continue
    expect(back.taken).toBe(false)
  })
  await taken
  expect((await twins()).length).toBe(1)
})

/** Whether somebody waits for an advisory lock that somebody else holds. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

test('what was said of a passage outlives its import, in whatever order the files come again', async () => {
  await dropPublicSet()
  const before = await tolls()
  const [outcome] = await drop([otherExport()])
  const [question] = await twins()
  const pair = { kept: question!.kept.id, other: question!.other.id, isSame: true }
  await makeChange((change) => answerPassage(change, WEEK, pair))

  await makeChange((change) => undoImport(change, outcome!.importId!))
  expect([await tolls(), await twins()]).toEqual([before, []])
  await drop([otherExport()])
  expect([await tolls(), await twins()]).toEqual([before, []])

  // Undo the first file: the second alone now brings the passage that it kept, and nothing is lost.
  await makeChange((change) => undoImport(change, question!.kept.importId))
  expect(await tolls()).toBe(before)
  await drop([publicFile('extrato')])
  expect([await tolls(), await twins(), await holds()]).toEqual([before, [], true])
})

test('a pair that raises no question is refused, and so is an answer that is gone', async () => {
  await dropPublicSet()
  await drop([otherExport()])
  const [question] = await twins()
  const { kept, other } = question!
  const turned = { kept: other.id, other: kept.id, isSame: true }
  await expect(makeChange((change) => answerPassage(change, WEEK, turned))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  for (const gone of [
    'passage:999999999',
    'key:999999999',
    'anomaly:999999999',
    `holder:${fleet.vehicle('ZX11TA')}:${crypto.randomUUID()}`,
  ])
    await expect(makeChange((change) => takeBack(change, gone))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('an approved week asks of no passage and no repeated line, and takes no answer until the approval is undone', async () => {
  await dropPublicSet()
  await drop([otherExport()])
  const [question] = await twins()
  const pair = { kept: question!.kept.id, other: question!.other.id, isSame: true }
  const answer = () => makeChange((change) => answerPassage(change, WEEK, pair))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect([await twins(), (await page()).isFrozen]).toEqual([[], true])
  await expect(answer()).rejects.toMatchObject({ code: 'week.frozen' })
  const repeated = { importId: 1, count: 1, says: 'twice' as const }
  await expect(makeChange((change) => answerPrintedTwice(change, WEEK, repeated))).rejects.toMatchObject({
    code: 'week.frozen',
  })
  const answerKey = `negative:${fleet.driver('D1')}:${WEEK}:-1`
  await expect(makeChange((change) => answerAnomaly(change, WEEK, answerKey, 'right'))).rejects.toMatchObject({
    code: 'week.frozen',
  })

  await makeChange((change) => undoApproval(change, WEEK, { reason: 'engano' }))
  expect(await twins()).toHaveLength(1)
  await answer()
  expect(await twins()).toEqual([])
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const given = (await page()).answers.find(({ kind }) => kind === 'passage')!
  await expect(makeChange((change) => takeBack(change, given.id))).rejects.toMatchObject({ code: 'week.frozen' })
})

test('a remembered key is listed with the week it was given in, and taking it back asks again', async () => {
  await dropPublicSet()
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await makeChange((change) => rememberKey(change, 'viaverde', { kind: 'plate', value: 'ZX99ZZ' }, { company: true }), {
    actor,
  })
  const { answers, checks } = await page()
  expect([checks.unmatched, answers]).toEqual([
    0,
    [expect.objectContaining({ kind: 'key', key: { kind: 'plate', value: 'ZX-99-ZZ' }, owner: null })],
  ])
  await makeChange((change) => takeBack(change, answers[0]!.id), { actor })
  expect((await page()).questions).toContainEqual(expect.objectContaining({ kind: 'unmatched', total: -130 }))
})

test('a gap says who had the car on either side, and how much would move; whoever is named gets exactly that', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  const { start } = bounds(WEEK)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, start))
  const question = (await page()).questions.find(
    (one) => one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time',
  )
  if (question?.kind !== 'unmatched') throw new Error('nothing asks who had the car')

  const gap = (await findGap(WEEK, question.rows[0]!.id, null))!
  expect(gap.holders[0]).toMatchObject({ id: holder!.driverId, side: 'before' })
  expect(gap.holders.slice(1).every(({ id, side }) => side === 'free' && id !== holder!.driverId)).toBe(true)
  // Tolls and fuel are two questions about the same gap.
  const asking = (await page()).questions.flatMap((one) => (one.kind === 'unmatched' && one.vehicle ? [one] : []))
  const all = [asking.reduce((rows, { count }) => rows + count, 0), asking.reduce((sum, { total }) => sum + total, 0)]
  expect([gap.rows.length, gap.total]).toEqual(all)

  const other = fleet.driver('D7')
  const costs = async (id: string) =>
    (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === id)!.rows.length
  const before = await costs(other)
  const span = { from: Temporal.Instant.from(gap.from!), to: Temporal.Instant.from(gap.to!) }
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await makeChange((change) => assignVehicle(change, vehicle, { driverId: other, ...span }), { actor })
  expect([await costs(other), await holds()]).toEqual([before + gap.rows.length, true])

  const [answer] = (await page()).answers
  expect(answer).toMatchObject({ kind: 'holder', plate: 'ZX-11-TA' })
  await makeChange((change) => takeBack(change, answer!.id), { actor })
  expect(await costs(other)).toBe(before)
})

test('who may have had a car is told from another driver of the same name', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, bounds(WEEK).start))
  const other = fleet.driver('D7')
  await db.updateTable('drivers').set({ name: 'José Ferreira' }).where('id', 'in', [holder!.driverId, other]).execute()
  const question = (await page()).questions.find(
    (one) => one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time',
  )
  if (question?.kind !== 'unmatched') throw new Error('nothing asks who had the car')
  const gap = (await findGap(WEEK, question.rows[0]!.id, null))!
  expect(gap.holders[0]!.name).toMatch(/^José Ferreira · D\d$/)
  expect(gap.people.find(({ id }) => id === other)!.name).toBe('José Ferreira · D7')
})

test('a gap names first who drove the car then by its trips, each for the own time alone', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, bounds(WEEK).start))
  const { rows: known } = await sql<{ id: string; uuid: string }>`
    select driver_id as id, value as uuid from source_keys
    where source = 'uber' and kind = 'driver' and driver_id <> ${holder!.driverId} order by value`.execute(db)
  const [near, far] = known
  const question = (await page()).questions.find(
    (one) => one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time',
  )
  if (question?.kind !== 'unmatched') throw new Error('nothing asks who had the car')
  const inGap = (await findGap(WEEK, question.rows[0]!.id, null))!.rows.map(({ at }) => at!).toSorted()
  const hourOf = (at: string) => Math.floor(Temporal.Instant.from(at).since(bounds(WEEK).start).total('hours'))
  const [firstHour, lastHour] = [hourOf(inGap[0]!), hourOf(inGap.at(-1)!)]
  expect(lastHour - firstHour).toBeGreaterThan(3)
  const row = question.rows.find(({ at }) => at === inGap.at(-1)) ?? question.rows.at(-1)!
  await drop([
    tripsFile([
      [far!.uuid, 'ZX11TA', firstHour, firstHour + 1],
      [near!.uuid, 'ZX11TA', lastHour - 1, lastHour],
      [near!.uuid, 'ZX22TB', lastHour - 1, lastHour],
    ]),
  ])
  const gap = (await findGap(WEEK, row.id, null))!
  const byTrips = gap.holders.filter(({ side }) => side === 'trips')
  expect(byTrips.map(({ id }) => id).toSorted()).toEqual([near!.id, far!.id].toSorted())
  expect(gap.holders[0]!.rows.map(({ id }) => id)).toContain(row.id)
  expect(gap.holders[2]).toMatchObject({ id: holder!.driverId, side: 'before', rows: gap.rows })
  const [nears, fars] = [near!, far!].map(({ id }) => byTrips.find((one) => one.id === id)!)
  expect([fars!.from, nears!.to]).toEqual([gap.from, gap.to])
  expect(fars!.to! <= nears!.from!).toBe(true)
  for (const { from, to, rows } of byTrips) expect(rows.every(({ at }) => from! <= at! && at! < to!)).toBe(true)

  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  const span = { from: Temporal.Instant.from(nears!.from!), to: Temporal.Instant.from(nears!.to!) }
  const before = await costsOf(near!.id)
  await makeChange((change) => assignVehicle(change, vehicle, { driverId: near!.id, ...span }), { actor })
  expect(await costsOf(near!.id)).toBe(before + nears!.rows.length)
})

async function costsOf(id: string): Promise<number> {
  return (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === id)!.rows.length
}

test('only the part of a gap that is asked about moves', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, bounds(WEEK).start))
  const question = (await page()).questions.find(
    (one) => one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time',
  )
  if (question?.kind !== 'unmatched') throw new Error('nothing asks who had the car')
  const row = question.rows.find(({ at }) => at !== null)!
  const at = Temporal.Instant.from(row.at!)
  const gap = await findGap(WEEK, row.id, { from: at, to: at.add({ seconds: 1 }) })
  expect(gap!.rows.map(({ id }) => id)).toEqual([row.id])
  expect(await findGap(WEEK, '999999', null)).toBeNull()
})

test('who has no terms is given those of most with one press, from the week on', async () => {
  await dropPublicSet()
  await withoutTerms([fleet.driver('D1')])
  const question = (await page()).questions.find(({ kind }) => kind === 'no-terms')
  if (question?.kind !== 'no-terms' || !question.usual) throw new Error('nothing is offered')
  expect(question.usual.count).toBe(7)
  const { like } = question.usual
  await makeChange((change) =>
    giveSameTerms(change, WEEK, { driverId: fleet.driver('D1'), like, reason: 'As habituais' }),
  )
  expect((await page()).questions.filter(({ kind }) => kind === 'no-terms')).toEqual([])
})

test('who has terms from a later week on is offered those, and not what most have', async () => {
  await dropPublicSet()
  const driver = fleet.driver('D1')
  const [agreed] = await listTerms(driver)
  await withoutTerms([driver])
  const later = { ...agreed!.terms, fee: { mode: 'fixed' as const, amount: cents(12_34), always: false } }
  await makeChange((change) =>
    addTerms(change, driver, { from: NEXT_WEEK, terms: later, reason: 'Candidatura aprovada' }),
  )
  const question = (await page()).questions.find(({ kind }) => kind === 'no-terms')
  expect(question).toMatchObject({ own: { from: NEXT_WEEK } })
  await makeChange((change) => giveSameTerms(change, WEEK, { driverId: driver, like: driver, reason: 'As acordadas' }))
  expect((await listTerms(driver)).find(({ from }) => from === WEEK)?.terms).toEqual(later)
})

test('a fleet without terms is given those of most at once; who has some by now keeps them', async () => {
  await dropPublicSet()
  const [one, two, three] = [fleet.driver('D1'), fleet.driver('D2'), fleet.driver('D3')]
  await withoutTerms([one, two])
  const own = (await listTerms(three)).length
  const question = (await page()).questions.find(({ kind }) => kind === 'no-terms')
  if (question?.kind !== 'no-terms' || !question.usual) throw new Error('nothing is offered')
  const { like } = question.usual
  const drivers = [one, two, three]
  const give = () => makeChange((change) => giveAllSameTerms(change, WEEK, { drivers, like, reason: 'As habituais' }))
  expect([await give(), await give()]).toEqual([2, 0])
  expect((await page()).questions.filter(({ kind }) => kind === 'no-terms')).toEqual([])
  expect((await listTerms(three)).length).toBe(own)
})

test('a wholly new fleet has its first terms in one press, from the week on; who has some keeps them', async () => {
  await dropPublicSet()
  const all = (await getWeek(WEEK)).statements.map(({ driver }) => driver.id)
  const [kept, ...fresh] = all
  await withoutTerms(fresh)
  const before = await listTerms(kept!)
  const terms = { ...PLAIN_TERMS, regime: 'employee' as const }
  const drivers = [...all, ...all]
  expect(await makeChange((change) => giveFirstTerms(change, WEEK, { drivers, terms, reason: 'início' }))).toBe(
    fresh.length,
  )
  expect((await getWeek(WEEK)).statements.filter(({ settlement }) => settlement === null)).toEqual([])
  expect(await listTerms(kept!)).toEqual(before)
  for (const driver of fresh)
    expect(await listTerms(driver)).toMatchObject([{ from: WEEK, terms: { regime: 'employee' } }])
  const earlier = (await getWeek(previousWeek(WEEK))).statements.filter(({ driver }) => fresh.includes(driver.id))
  expect(earlier.every(({ settlement }) => settlement === null)).toBe(true)
})

const given = async (kind: 'row' | 'passage' = 'row') => (await page()).answers.filter((one) => one.kind === kind)
const asked = async (kind: 'printed-twice' | 'unmatched') => (await page()).questions.filter((one) => one.kind === kind)
const wholeWeek = async () => {
  const { statements, checks } = await getWeek(WEEK)
  return { checks, nets: statements.map(({ driver, settlement }) => [driver.ref, settlement?.net]) }
}
const rowOf = async (part: string) => {
  const { statements } = await getWeek(WEEK)
  return statements.flatMap(({ rows }) => rows).find(({ facts, kind }) => kind === part || facts['place'] === part)!
}

test('a row printed twice counts once and is asked about; two, it counts twice, whatever is imported again', async () => {
  const others = PUBLIC_FILES.filter(({ name }) => !name.includes('extrato'))
  await drop(others)
  const { importId } = await dropPrintedTwice(publicFile('extrato'), 'ZX-33-TC')
  const before = await wholeWeek()
  const [question] = await asked('printed-twice')
  if (question?.kind !== 'printed-twice') throw new Error('nothing asks')
  expect(question).toMatchObject({ importId, count: 1 })
  const [pair] = question.pairs
  expect([pair!.first.amount, pair!.first.line < pair!.second.line]).toEqual([pair!.second.amount, true])
  const once = await tolls()

  const say = (says: 'twice' | 'once') =>
    makeChange((change) => answerPrintedTwice(change, WEEK, { importId: question.importId, count: 1, says }))
  await say('twice')
  expect([await tolls(), await asked('printed-twice'), await holds()]).toEqual([once + question.total, [], true])
  // Undo the import and import the same file again: the answer belongs to the row, not to the import.
  await makeChange((change) => undoImport(change, importId!))
  const line = textOf(publicFile('extrato'))
    .split('\n')
    .find((text) => text.includes('ZX-33-TC'))!
  const printed = edited(publicFile('extrato'), (text) => text.replace(line, `${line}\n${line}`))
  let id = ''
  await makeChange(async (change) => {
    id = await saveDrop(change, [printed], WEEK)
  })
  const [preview] = (await previewDrop(id, MONDAY)).files
  const again = await dropPrintedTwice(publicFile('extrato'), 'ZX-33-TC')
  expect([await tolls(), await asked('printed-twice')]).toEqual([once + question.total, []])
  // The preview shows what is then imported, with the answer applied.
  expect(preview).toMatchObject({
    read: { amount: again.tally!.amount, effect: { is: 'joins', added: again.tally!.rows } },
  })

  const [answer] = await given()
  expect(answer).toMatchObject({ kind: 'row', says: 'twice', count: 1, total: question.total })
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await wholeWeek()).toEqual(before)

  const [asking] = await asked('printed-twice')
  expect(asking).toMatchObject({ importId: again.importId })
  await makeChange((change) => answerPrintedTwice(change, WEEK, { importId: again.importId!, count: 1, says: 'once' }))
  expect([await wholeWeek(), await asked('printed-twice')]).toEqual([before, []])
  await expect(
    makeChange((change) => answerPrintedTwice(change, WEEK, { importId: again.importId!, count: 1, says: 'once' })),
  ).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
})

test('a row that two files print twice is two at most, and one of them going leaves the other', async () => {
  const outcomes: FileOutcome[] = []
  for (const file of [publicFile('extrato'), edited(publicFile('extrato'), (text) => `${text}\n`, 'outra_vez.csv')])
    outcomes.push(await dropPrintedTwice(file, 'ZX-33-TC'))
  const once = await tolls()
  const [question, ...more] = await asked('printed-twice')
  if (question?.kind !== 'printed-twice') throw new Error('nothing asks')
  expect(more).toEqual([])
  const { importId, total } = question
  await makeChange((change) => answerPrintedTwice(change, WEEK, { importId, count: 1, says: 'twice' }))
  expect(await tolls()).toBe(once + total)
  await makeChange((change) => undoImport(change, outcomes[0]!.importId!))
  expect(await tolls()).toBe(once + total)
  const [answer] = await given()
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await tolls()).toBe(once)
})

test('of any row the office may say that it does not count, with a reason, and take it back', async () => {
  await dropPublicSet()
  const before = await wholeWeek()
  for (const kind of ['toll', 'fuel', 'charging', 'earning'] as const) {
    const row = await rowOf(kind)
    const said = { row: row.id, says: 'nothing' as const, reason: 'Não é nossa' }
    await makeChange((change) => answerRow(change, WEEK, said))
    const { checks } = await wholeWeek()
    expect([kind, checks.sourcesIn, await holds()]).toEqual([kind, before.checks.sourcesIn - row.amount, true])
    await expect(makeChange((change) => answerRow(change, WEEK, said))).rejects.toMatchObject({ code: 'row.answered' })
    expect(await findRow(WEEK, row.id)).toMatchObject({ counts: false, can: [], answer: { reason: 'Não é nossa' } })
    const [answer] = await given()
    await makeChange((change) => takeBack(change, answer!.id))
    expect(await wholeWeek()).toEqual(before)
  }
})

test('a row that does not count stays so in a newer version of its report, and in whatever file comes again', async () => {
  await dropPublicSet()
  const row = await rowOf('earning')
  await makeChange((change) => answerRow(change, WEEK, { row: row.id, says: 'nothing', reason: 'Não é nossa' }))
  const without = await wholeWeek()
  const file = PUBLIC_FILES.find(({ name }) => name === row.file)!
  const [outcome] = await drop([edited(file, (text) => `${text}\n`)])
  expect([outcome!.status, await wholeWeek()]).toEqual(['imported', without])
})

test('with the answer that nobody had the car the rows of the question stay with the company, and taking it back asks again', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, bounds(WEEK).start))
  const before = await wholeWeek()
  const gaps = async () =>
    (await asked('unmatched')).flatMap((one) =>
      one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time' ? [one] : [],
    )
  const [question, ...others] = await gaps()
  await makeChange((change) => answerCompany(change, question!.rows[0]!.id))
  expect([await gaps(), await holds()]).toEqual([others, true])
  const { checks } = await wholeWeek()
  expect([checks.company, checks.unmatched]).toEqual([
    before.checks.company + question!.total,
    before.checks.unmatched - question!.total,
  ])
  const [answer] = await given()
  expect(answer).toMatchObject({ kind: 'row', says: 'company', count: question!.count, total: question!.total })
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await wholeWeek()).toEqual(before)
})

test('of a frozen statement a row that does not count changes nothing: the difference is proposed, until it is taken back', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const row = await rowOf('toll')
  const net = (await page()).checks.net
  await makeChange((change) => deleteAnsweredMarks(change.tx))
  await makeChange((change) => answerRow(change, WEEK, { row: row.id, says: 'nothing', reason: 'Não é nossa' }))
  expect((await page()).checks.net).toBe(net)
  expect((await listProposals()).map(({ difference }) => difference.amount)).toEqual([-row.amount])
  const [answer] = await given()
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await listProposals()).toEqual([])
})

test('a toll that comes again within minutes may be one passage, which counts once', async () => {
  const file = publicFile('extrato')
  const line = textOf(file)
    .split('\n')
    .find((text) => text.includes('ZX-33-TC'))!
  const [hour, minute] = /(\d\d):(\d\d)/.exec(line)!.slice(1)
  const later = line.replaceAll(`${hour}:${minute}`, `${hour}:${String((Number(minute) + 2) % 60).padStart(2, '0')}`)
  await drop(PUBLIC_FILES.filter((one) => one !== file))
  await drop([edited(file, (text) => text.replace(line, `${line}\n${later}`))])
  const before = await wholeWeek()
  const question = (await page()).questions.find((one) => one.kind === 'anomaly' && one.anomaly.kind === 'double-toll')
  if (question?.kind !== 'anomaly') throw new Error('nothing is told')
  const [kept, other] = question.rows.map(({ id }) => id)
  await makeChange((change) => answerPassage(change, WEEK, { kept: kept!, other: other!, isSame: true }))
  expect((await wholeWeek()).checks.sourcesIn).toBe(before.checks.sourcesIn - question.rows[1]!.amount)
  expect(
    (await page()).questions.filter((one) => one.kind === 'anomaly' && one.anomaly.kind === 'double-toll'),
  ).toEqual([])
  const [answer] = await given('passage')
  await makeChange((change) => takeBack(change, answer!.id))
  expect(await wholeWeek()).toEqual(before)
})

test('whatever is said of rows and taken back in whatever order, every cent is as before', async () => {
  const others = PUBLIC_FILES.filter(({ name }) => !name.includes('extrato'))
  await drop(others)
  const { importId } = await dropPrintedTwice(publicFile('extrato'), 'ZX-33-TC')
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await makeChange((change) => endAssignment(change, vehicle, holder!.id, bounds(WEEK).start))
  const before = await wholeWeek()
  const { statements, unmatched } = await getWeek(WEEK)
  const ids = statements.flatMap(({ rows }) => rows.map(({ id }) => id))
  const gap = unmatched.find(({ attribution }) => attribution.reason === 'no-driver-at-that-time')!.row.id

  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 4 }),
      fc.constantFrom('twice' as const, 'once' as const, null),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      async (rows, twice, nobody, picks) => {
        for (const row of rows)
          await makeChange((change) => answerRow(change, WEEK, { row, says: 'nothing', reason: 'Engano' }))
        if (twice)
          await makeChange((change) => answerPrintedTwice(change, WEEK, { importId: importId!, count: 1, says: twice }))
        if (nobody) await makeChange((change) => answerCompany(change, gap))
        expect(await holds()).toBe(true)
        for (let left = await given(); left.length > 0; left = await given()) {
          const answer = left[picks.next().value % left.length]!
          await makeChange((change) => takeBack(change, answer.id))
        }
        expect(await wholeWeek()).toEqual(before)
      },
    ),
    { numRuns: 6 },
  )
})

test('a question that only informs ends with “it is right”, asks again when that is taken back, and for another figure', async () => {
  await dropPublicSet()
  const inDebt = () =>
    page().then(({ questions }) => questions.flatMap((one) => (one.kind === 'negative' ? [one] : [])))
  const statement = (await getWeek(WEEK)).statements.find(({ settlement }) => settlement)!
  await makeChange((change) =>
    addAdjustment(change, {
      driverId: statement.driver.id,
      week: WEEK,
      kind: 'damage',
      amount: cents(-9_000_00),
      reason: 'Para-choques',
    }),
  )
  const question = (await inDebt()).find(({ driver }) => driver.id === statement.driver.id)
  await makeChange((change) => answerAnomaly(change, WEEK, question!.answerKey, 'right'))
  expect((await inDebt()).filter(({ driver }) => driver.id === statement.driver.id)).toEqual([])
  const answer = (await page()).answers.find(({ kind }) => kind === 'info')!
  expect(answer).toMatchObject({ about: 'negative', driver: { id: statement.driver.id } })
  await makeChange((change) => takeBack(change, answer.id))
  expect((await inDebt()).map(({ answerKey }) => answerKey)).toContain(question!.answerKey)
})

test('terms given from the week are listed with the page that takes them back', async () => {
  await dropPublicSet()
  await withoutTerms([fleet.driver('D1')])
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  const like = fleet.driver('D2')
  await makeChange(
    (change) => giveSameTerms(change, WEEK, { driverId: fleet.driver('D1'), like, reason: 'As habituais' }),
    {
      actor,
      at: MONDAY.add({ minutes: 1 }),
    },
  )
  const [answer] = (await page()).answers
  if (answer?.kind !== 'terms') throw new Error('the terms are not listed')
  expect([answer.driver.ref, answer.isFromNewRecord]).toEqual(['D1', false])
  await makeChange((change) => removeTerms(change, answer.driver.id, answer.termsId, 'Engano'))
  const { answers, questions } = await page()
  expect([answers, questions.some(({ kind }) => kind === 'no-terms')]).toEqual([[], true])
})

test('a difference that was accepted is listed on its week, and taken back it is asked again', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const row = await rowOf('toll')
  await makeChange((change) => answerRow(change, WEEK, { row: row.id, says: 'nothing', reason: 'Não é nossa' }))
  const [proposal] = await listProposals()
  const { driver, about, on, difference } = proposal!
  await makeChange((change) => acceptProposal(change, { driver: driver.id, about, amount: difference.amount }))
  expect(await listProposals()).toEqual([])
  // By then the week that the difference goes on has a file of its own.
  const { answers } = await listAnswersOf(on)
  expect(answers).toEqual([expect.objectContaining({ kind: 'adjustment', amount: difference.amount })])
  const [answer] = answers
  if (answer?.kind !== 'adjustment') throw new Error('the adjustment is not listed')
  await makeChange((change) => withdrawAdjustment(change, driver.id, answer.adjustment))
  expect((await listProposals()).map(({ difference: { amount } }) => amount)).toEqual([difference.amount])
})

test('a difference that was declined is listed on its week, and taken back it is asked again', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const row = await rowOf('toll')
  await makeChange((change) => answerRow(change, WEEK, { row: row.id, says: 'nothing', reason: 'Não é nossa' }))
  const [proposal] = await listProposals()
  const { driver, about, on, difference } = proposal!
  const seen = { driver: driver.id, about, amount: difference.amount }
  await makeChange((change) => declineProposal(change, seen, 'Fica assim'))
  expect(await listProposals()).toEqual([])
  const { answers } = await listAnswersOf(on)
  expect(answers).toEqual([expect.objectContaining({ kind: 'adjustment', said: 'declined', amount: seen.amount })])
  const [answer] = answers
  if (answer?.kind !== 'adjustment') throw new Error('the answer is not listed')
  const askAgain = () => makeChange((change) => withdrawAdjustment(change, driver.id, answer.adjustment))
  await askAgain()
  expect((await listAnswersOf(on)).answers).toEqual([])
  expect((await listProposals()).map(({ difference: { amount } }) => amount)).toEqual([difference.amount])
  await expect(askAgain()).rejects.toThrow('adjustment.frozen')
})

async function listAnswersOf(week: typeof WEEK) {
  const since = Temporal.Instant.fromEpochMilliseconds(0)
  return { answers: await listAnswers(await getWeek(week), { since, watched: [], infoAnswers: [], accepted: [] }) }
}

import { beforeEach, expect, test } from 'vitest'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { bounds, previousWeek } from '#domain/week.ts'
import { listTerms } from '#features/drivers/queries.server.ts'
import { rememberKey } from '#features/imports/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { undoImport } from '#features/undoings/commands.server.ts'
import { assignVehicle, endAssignment } from '#features/vehicles/commands.server.ts'
import { listAssignments } from '#features/vehicles/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  type Fleet,
  MONDAY,
  WEEK,
  aFleet,
  change,
  drop,
  dropPublicSet,
  edited,
  publicFile,
  textOf,
  withoutTerms,
} from '#test/factories.ts'
import { answerPassage, giveAllSameTerms, giveFirstTerms, giveSameTerms, takeBack } from './commands.server.ts'
import { findGap } from './queries.server.ts'

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

/** The public passages again, from another export that spells one exit point in other words. */
function otherExport() {
  const file = publicFile('extrato')
  const line = textOf(file)
    .split('\n')
    .find((text) => text.includes('ZX-33-TC'))!
  const spelt = line.split(';').with(7, 'PONTE 25 ABRIL N/S').join(';')
  return edited(file, (text) => text.replace(line!, spelt), 'outro_extrato.csv')
}

test('the same passage in two files is asked about; the same stops counting once, and two count on', async () => {
  await dropPublicSet()
  const before = await tolls()
  await drop([otherExport()])
  const [question, ...others] = await twins()
  expect(others).toEqual([])
  const { kept, other } = question!
  expect(await tolls()).toBe(before + other.amount)

  await change((deed) => answerPassage(deed, WEEK, { kept: kept.id, other: other.id, isSame: true }))
  expect([await tolls(), await twins(), await holds()]).toEqual([before, [], true])

  const [answer] = (await page()).answers
  expect(answer).toMatchObject({ kind: 'passage', isSame: true, row: { amount: other.amount } })
  await change((deed) => takeBack(deed, answer!.id))
  expect([await tolls(), (await twins()).length]).toEqual([before + other.amount, 1])

  await change((deed) => answerPassage(deed, WEEK, { kept: kept.id, other: other.id, isSame: false }))
  expect([await tolls(), await twins(), await holds()]).toEqual([before + other.amount, [], true])
})

test('what was said of a passage outlives its import, in whatever order the files come again', async () => {
  await dropPublicSet()
  const before = await tolls()
  const [outcome] = await drop([otherExport()])
  const [question] = await twins()
  const pair = { kept: question!.kept.id, other: question!.other.id, isSame: true }
  await change((deed) => answerPassage(deed, WEEK, pair))

  await change((deed) => undoImport(deed, outcome!.importId!))
  expect([await tolls(), await twins()]).toEqual([before, []])
  await drop([otherExport()])
  expect([await tolls(), await twins()]).toEqual([before, []])

  // The first file goes: what it kept is told by the second alone, and nothing is lost.
  await change((deed) => undoImport(deed, question!.kept.importId))
  expect(await tolls()).toBe(before)
  await drop([publicFile('extrato')])
  expect([await tolls(), await twins(), await holds()]).toEqual([before, [], true])
})

test('a pair that does not ask is refused, and so is an answer that is gone', async () => {
  await dropPublicSet()
  await drop([otherExport()])
  const [question] = await twins()
  const { kept, other } = question!
  const turned = { kept: other.id, other: kept.id, isSame: true }
  await expect(change((deed) => answerPassage(deed, WEEK, turned))).rejects.toMatchObject({ code: 'record.not-found' })
  for (const gone of [
    'passage:999',
    'key:999',
    'anomaly:999',
    `holder:${fleet.vehicle('ZX11TA')}:${crypto.randomUUID()}`,
  ])
    await expect(change((deed) => takeBack(deed, gone))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('of a frozen statement nothing changes: the difference shows', async () => {
  await dropPublicSet()
  await drop([otherExport()])
  const [question] = await twins()
  await change((deed) => approveWeek(deed, WEEK, { leaveUnmatched: true }))
  const net = (await page()).checks.net
  const pair = { kept: question!.kept.id, other: question!.other.id, isSame: true }
  await change((deed) => answerPassage(deed, WEEK, pair))
  const { checks, questions } = await page()
  expect(checks.net).toBe(net)
  expect(questions).toContainEqual(expect.objectContaining({ kind: 'changed' }))
})

test('a remembered key is listed with the week it was given in, and taking it back asks again', async () => {
  await dropPublicSet()
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await change((deed) => rememberKey(deed, 'viaverde', { kind: 'plate', value: 'ZX99ZZ' }, { company: true }), {
    actor,
  })
  const { answers, checks } = await page()
  expect([checks.unmatched, answers]).toEqual([
    0,
    [expect.objectContaining({ kind: 'key', key: { kind: 'plate', value: 'ZX-99-ZZ' }, owner: null })],
  ])
  await change((deed) => takeBack(deed, answers[0]!.id), { actor })
  expect((await page()).questions).toContainEqual(expect.objectContaining({ kind: 'unmatched', total: -130 }))
})

test('a gap says who had the car on either side, and how much would move; whoever is named gets exactly that', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  const { start } = bounds(WEEK)
  await change((deed) => endAssignment(deed, vehicle, holder!.id, start))
  const question = (await page()).questions.find(
    (one) => one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time',
  )
  if (question?.kind !== 'unmatched') throw new Error('nothing asks who had the car')

  const gap = (await findGap(WEEK, question.rows[0]!.id, null))!
  expect(gap.holders[0]).toMatchObject({ id: holder!.driverId, side: 'before' })
  expect(gap.holders.slice(1).every(({ id, side }) => side === 'free' && id !== holder!.driverId)).toBe(true)
  // Tolls and fuel are two questions, and one gap.
  const asking = (await page()).questions.flatMap((one) => (one.kind === 'unmatched' && one.vehicle ? [one] : []))
  const all = [asking.reduce((rows, { count }) => rows + count, 0), asking.reduce((sum, { total }) => sum + total, 0)]
  expect([gap.rows.length, gap.total]).toEqual(all)

  const other = fleet.driver('D7')
  const costs = async (id: string) =>
    (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === id)!.rows.length
  const before = await costs(other)
  const span = { from: Temporal.Instant.from(gap.from!), to: Temporal.Instant.from(gap.to!) }
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await change((deed) => assignVehicle(deed, vehicle, { driverId: other, ...span }), { actor })
  expect([await costs(other), await holds()]).toEqual([before + gap.rows.length, true])

  const [answer] = (await page()).answers
  expect(answer).toMatchObject({ kind: 'holder', plate: 'ZX-11-TA' })
  await change((deed) => takeBack(deed, answer!.id), { actor })
  expect(await costs(other)).toBe(before)
})

test('only the part of a gap that is asked about moves', async () => {
  await dropPublicSet()
  const vehicle = fleet.vehicle('ZX11TA')
  const [holder] = await listAssignments(vehicle)
  await change((deed) => endAssignment(deed, vehicle, holder!.id, bounds(WEEK).start))
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
  await change((deed) => giveSameTerms(deed, WEEK, { driverId: fleet.driver('D1'), like, reason: 'As habituais' }))
  expect((await page()).questions.filter(({ kind }) => kind === 'no-terms')).toEqual([])
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
  await change((deed) => giveAllSameTerms(deed, WEEK, { drivers, like, reason: 'As habituais' }))
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
  await change((deed) => giveFirstTerms(deed, WEEK, { drivers: [...all, ...all], terms, reason: 'início' }))
  expect((await getWeek(WEEK)).statements.filter(({ settlement }) => settlement === null)).toEqual([])
  expect(await listTerms(kept!)).toEqual(before)
  for (const driver of fresh)
    expect(await listTerms(driver)).toMatchObject([{ from: WEEK, terms: { regime: 'employee' } }])
  const earlier = (await getWeek(previousWeek(WEEK))).statements.filter(({ driver }) => fresh.includes(driver.id))
  expect(earlier.every(({ settlement }) => settlement === null)).toBe(true)
})

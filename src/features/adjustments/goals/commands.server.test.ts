import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { settlementPostings } from '#domain/ledger.ts'
import { nextWeek, previousWeek, weekAt } from '#domain/week.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { listPresent } from '#features/settlements/present-drivers/queries.server.ts'
import { getStatement, getWeek } from '#features/settlements/queries.server.ts'
import { listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import { listOwnRewards } from '#features/adjustments/rewards/queries.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { translator } from '#messages/translate.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  asOwner,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  publicFile,
  paidBy,
} from '#test/factories.ts'
import { type WrittenGoal, addGoal, changeGoal, endGoal, reopenGoal, writeGoal } from './commands.server.ts'
import { listGoals, listOwnGoals, showGoal, simulateGoal } from './queries.server.ts'

const EVERYBODY = { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] } as const
/** D1's trips in the public week, from the file. */
const TRIPS = 92
let fleet: Fleet

const goal = (more: Partial<WrittenGoal> = {}): WrittenGoal => ({
  name: 'Semana cheia',
  nameEn: 'Full week',
  criterion: 'trips',
  period: 'week',
  stacking: 'best',
  levels: [{ threshold: TRIPS, reward: cents(30_00) }],
  from: WEEK,
  until: null,
  audience: EVERYBODY,
  reason: 'Combinado em reunião',
  ...more,
})
const promised = (more: Partial<WrittenGoal> = {}) => makeChange((change) => writeGoal(change, goal(more)))
const approved = (week = WEEK) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
async function prizesOn(ref: string, week = WEEK) {
  const { settlement } = await getStatement(week, fleet.driver(ref))
  return (settlement?.lines ?? [])
    .filter(({ code }) => code === 'adjustment.goal')
    .map(({ amount, adjustment }) => [amount, adjustment?.reason])
}
const amountsOn = async (ref: string, week = WEEK) => (await prizesOn(ref, week)).map(([amount]) => amount)
const broken = async () => (await examineBooks()).filter((finding) => finding.broken > 0)
/** A driver leaves; their last day is the Sunday of the public week. */
const leaves = (ref: string, at = Temporal.Instant.from('2026-06-07T23:00:00Z')) =>
  makeChange(
    (change) =>
      recordDeparture(change, fleet.driver(ref), {
        at,
        reason: 'Mudou de cidade',
        waitsUntil: '2026-07-31',
        signsInUntil: null,
        done: [],
      }),
    { at },
  )
const becomesOne = (gone: string, into: string) =>
  makeChange((change) =>
    mergeDrivers(change, fleet.driver(gone), {
      into: fleet.driver(into),
      reason: 'É a mesma pessoa',
      terms: 'stays',
    }),
  )
/** A later file says that D1 made four trips. */
const losesTrips = () => drop([edited(publicFile('driver_activity'), (text) => text.replace(',92,', ',4,'))])

beforeEach(async () => {
  fleet = await aFleet()
  await dropPublicSet()
})

test('the statement of the week pays what its level says, and names goal, week, what was reached and what is asked', async () => {
  await promised({ audience: { ...EVERYBODY, drivers: [fleet.driver('D1')] } })
  expect(await prizesOn('D1')).toEqual([[30_00, `Semana cheia, semana 23: ${TRIPS} viagens, objetivo de ${TRIPS}`]])
  expect(await prizesOn('D2')).toEqual([])
  await approved()
  const { notices } = await listNotices(fleet.driver('D1') as OwnDriverId, { limit: 9, before: null })
  expect(notices.map(({ facts }) => facts)).toContainEqual({
    kind: 'reward',
    week: WEEK,
    amount: 30_00,
    reason: `Semana cheia, semana 23: ${TRIPS} viagens, objetivo de ${TRIPS}`,
  })
  expect(await amountsOn('D1')).toEqual([30_00])
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
  const { settlement } = (await findFrozen(fleet.driver('D1'), WEEK))!
  expect(settlementPostings(settlement)).toEqual(expect.arrayContaining([{ account: 'prizes', amount: -30_00 }]))
  expect(await broken()).toEqual([])
})

test('who reads English is told in English', async () => {
  await asOwner(`update drivers set language = 'en' where ref = 'D1'`)
  await promised()
  expect((await prizesOn('D1'))[0]![1]).toBe(`Full week, week 23: ${TRIPS} trips, goal ${TRIPS}`)
})

test('a prize in the lists of a driver’s adjustments and rewards is read in the reader’s language, also once its statement is void', async () => {
  await promised({ audience: { ...EVERYBODY, drivers: [fleet.driver('D1')] } })
  await approved()
  const read = async () => [
    ...(await listDriverAdjustments(fleet.driver('D1'))).filter(({ kind }) => kind === 'goal'),
    ...(await listOwnRewards(fleet.driver('D1') as OwnDriverId, 'goal')),
  ]
  const inEnglish = (all: Awaited<ReturnType<typeof read>>) =>
    all.map(({ reason, goalResult }) => keptGoalReason(reason, goalResult, translator('en')))
  const words = `Semana cheia, week 23: ${TRIPS} trips, goal ${TRIPS}`
  expect(inEnglish(await read())).toEqual([words, words])
  const { id } = (await findFrozen(fleet.driver('D1'), WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  expect(inEnglish(await read())).toEqual([words])
})

test('one trip fewer than the threshold pays nothing', async () => {
  await promised({ levels: [{ threshold: TRIPS + 1, reward: cents(30_00) }] })
  expect(await prizesOn('D1')).toEqual([])
})

test('the highest level pays alone, or each one does', async () => {
  const levels = [
    { threshold: 1, reward: cents(10_00) },
    { threshold: TRIPS, reward: cents(25_00) },
  ]
  await promised({ levels })
  await promised({ levels, stacking: 'sum', name: 'Por degraus' })
  expect((await amountsOn('D1')).toSorted()).toEqual([25_00, 35_00])
})

test('a statement that is voided gives its prize back to its draft, and approving again pays it once', async () => {
  await promised()
  await approved()
  const { id } = (await findFrozen(fleet.driver('D1'), WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Faltava um ficheiro'))
  expect(await broken()).toEqual([])
  expect(await amountsOn('D1')).toEqual([30_00])
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
  await approved()
  await approved(NEXT_WEEK)
  expect([await amountsOn('D1'), await amountsOn('D1', NEXT_WEEK)]).toEqual([[30_00], []])
  expect(await broken()).toEqual([])
  // One prize is told once, not with each version of its statement.
  const { notices } = await listNotices(fleet.driver('D1') as OwnDriverId, { limit: 99, before: null })
  expect(notices.filter(({ facts }) => facts.kind === 'reward')).toHaveLength(1)
})

test('a file that says less takes it back on the next statement, and on no draft after that', async () => {
  await promised({
    levels: [{ threshold: 50, reward: cents(30_00) }],
    audience: { ...EVERYBODY, drivers: [fleet.driver('D1')] },
  })
  await approved()
  await losesTrips()
  const after = nextWeek(NEXT_WEEK)
  expect([await amountsOn('D1', NEXT_WEEK), await amountsOn('D1', after)]).toEqual([[-30_00], []])
  expect((await prizesOn('D1', NEXT_WEEK))[0]![1]).toBe('Semana cheia, semana 23: 4 viagens, objetivo de 50')
  await approved(NEXT_WEEK)
  expect([await amountsOn('D1', NEXT_WEEK), await amountsOn('D1', after)]).toEqual([[-30_00], []])
  expect(await broken()).toEqual([])
})

test('a month is paid by the statement of its last week, with the weeks before', async () => {
  const last = nextWeek(WEEK, 3)
  await promised({ period: 'month', levels: [{ threshold: TRIPS, reward: cents(80_00) }] })
  expect(await amountsOn('D1')).toEqual([])
  await approved()
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
  expect(await prizesOn('D1', last)).toEqual([
    [80_00, `Semana cheia, junho de 2026: ${TRIPS} viagens, objetivo de ${TRIPS}`],
  ])
  await approved(last)
  expect(await broken()).toEqual([])
})

test('income counts what the platforms paid and the cash in hand', async () => {
  await promised({ criterion: 'income', levels: [{ threshold: 1_00, reward: cents(5_00) }] })
  const [, reason] = (await prizesOn('D1'))[0]!
  expect(reason).toMatch(/^Semana cheia, semana 23: [\d.]+,\d\d\s€, objetivo de 1,00\s€$/)
})

/** Adds the minutes online of D1, D2 and D4 to Bolt's file; nobody else has any. */
const boltSays = (minutes: readonly [d1: number, d2: number, d4: number]) =>
  drop([
    edited(publicFile('2026W23'), (file) =>
      file
        .split('\n')
        .map((line, row) => {
          const said =
            row === 0 ? 'Tempo online (min)' : ['Anselmo', 'Bruna', 'Dulce'].findIndex((name) => line.includes(name))
          if (line === '') return line
          return `${line.trimEnd()},"${typeof said === 'string' ? said : (minutes[said] ?? '-')}"`
        })
        .join('\n'),
    ),
  ])
/** D1's minutes on Uber's file of activity: 52 h 17 min. D2 has 37 h 2 min there, and D4 is not in it. */
const UBER_D1 = 3_137

test('hours of two platforms are one person’s hours: the longer count, and every page and the statement say the same', async () => {
  await promised({ criterion: 'online', levels: [{ threshold: 2_400, reward: cents(20_00) }] })
  await boltSays([1_200, 2_400, 1_500])
  const counted = { D1: UBER_D1, D2: 2_400, D4: 1_500 }

  const now = Temporal.Instant.from('2026-06-07T20:00:00Z')
  const { id } = (await listGoals())[0]!
  const { shownPeriod } = await showGoal(id, { first: WEEK, now })
  const office = new Map(shownPeriod!.drivers.map(({ driver, reached }) => [driver.id, reached]))
  for (const [ref, minutes] of Object.entries(counted)) {
    expect(office.get(fleet.driver(ref))).toBe(minutes)
    const { goals } = await listOwnGoals(fleet.driver(ref) as OwnDriverId, now)
    expect(goals.map(({ reached }) => reached)).toEqual([minutes])
  }
  expect(await prizesOn('D1')).toEqual([[20_00, 'Semana cheia, semana 23: 52 h 17 min, objetivo de 40 h']])
  expect(await prizesOn('D2')).toEqual([[20_00, 'Semana cheia, semana 23: 40 h, objetivo de 40 h']])
  expect(await prizesOn('D4')).toEqual([])
  await approved()
  const { settlement } = (await findFrozen(fleet.driver('D2'), WEEK))!
  expect(settlementPostings(settlement)).toEqual(expect.arrayContaining([{ account: 'prizes', amount: -20_00 }]))
  expect(await broken()).toEqual([])
})

test('two records of one person wait one hour too', async () => {
  await promised({ criterion: 'online', levels: [{ threshold: 2_000, reward: cents(20_00) }] })
  await boltSays([0, 0, 2_300])
  await becomesOne('D4', 'D2')
  expect(await prizesOn('D2')).toEqual([[20_00, 'Semana cheia, semana 23: 38 h 20 min, objetivo de 33 h 20 min']])
})

test('a prize that was paid for hours of both platforms stays while files say their sum, and no longer', async () => {
  await promised({ criterion: 'online', levels: [{ threshold: UBER_D1 + 1, reward: cents(20_00) }] })
  // The statement stands for one that paid for 53 h 17 min when hours of both platforms were still added.
  await drop([edited(publicFile('driver_activity'), (file) => file.replace('02:04:17', '02:05:17'))])
  await approved()
  expect(await amountsOn('D1')).toEqual([20_00])
  await drop([edited(publicFile('driver_activity'), (file) => `${file}\n`)])
  await boltSays([60, 0, 0])
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
  await boltSays([59, 0, 0])
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([-20_00])
})

test('a goal asks for regime, car and time with the company', async () => {
  const only = async (audience: Partial<WrittenGoal['audience']>) => {
    const id = await promised({
      levels: [{ threshold: 1, reward: cents(5_00) }],
      audience: { ...EVERYBODY, ...audience },
    })
    const amounts = await amountsOn('D1')
    await asOwner(`alter table goals disable trigger goals_end_alone; update goals set ends_on = '${previousWeek(WEEK)}' where id = '${id}';
      alter table goals enable trigger goals_end_alone`)
    return amounts.length
  }
  await asOwner(`update terms set regime = 'rental' where driver_id = '${fleet.driver('D1')}';
    update drivers set started_on = '${previousWeek(WEEK, 10)}' where ref = 'D1'`)
  expect(await only({ regimes: ['rental'] })).toBe(1)
  expect(await only({ regimes: ['slot', 'percentage'] })).toBe(0)
  expect(await only({ car: 'own' })).toBe(0)
  expect(await only({ minWeeks: 10, maxWeeks: 10 })).toBe(1)
  expect(await only({ minWeeks: 11 })).toBe(0)
  expect(await only({ maxWeeks: 9 })).toBe(0)
})

test('whom a goal is for is not asked again of who was paid', async () => {
  await promised({ audience: { ...EVERYBODY, regimes: ['slot'] } })
  await asOwner(`update terms set regime = 'slot' where driver_id = '${fleet.driver('D1')}'`)
  expect(await amountsOn('D1')).toEqual([30_00])
  await approved()
  await asOwner(`update terms set regime = 'rental' where driver_id = '${fleet.driver('D1')}'`)
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
})

test('two records that turn out to be one person keep one prize, and the books say so all along', async () => {
  await promised({ levels: [{ threshold: 1, reward: cents(30_00) }] })
  await approved()
  expect([await amountsOn('D1'), await amountsOn('D2')]).toEqual([[30_00], [30_00]])
  for (const ref of ['D1', 'D2']) {
    const { id } = (await findFrozen(fleet.driver(ref), WEEK))!
    await makeChange((change) => payOne(change, id, paidBy('MB WAY')))
  }
  await makeChange((change) =>
    mergeDrivers(change, fleet.driver('D2'), { into: fleet.driver('D1'), reason: 'É a mesma pessoa', terms: 'stays' }),
  )
  expect(await broken()).toEqual([])
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([-30_00])
  await approved(NEXT_WEEK)
  expect(await amountsOn('D1', nextWeek(NEXT_WEEK))).toEqual([])
  expect(await broken()).toEqual([])
})

test('who left in the middle of a month is paid what they made of it by its last week, once', async () => {
  const last = nextWeek(WEEK, 3)
  await promised({ period: 'month', levels: [{ threshold: TRIPS, reward: cents(80_00) }] })
  await approved()
  await leaves('D1')
  expect(await amountsOn('D1', last)).toEqual([80_00])
  expect((await listPresent(last)).map(({ ref }) => ref)).toEqual(
    (await getWeek(last)).statements.map(({ driver }) => driver.ref),
  )
  await approved(last)
  const { settlement } = (await findFrozen(fleet.driver('D1'), last))!
  expect(settlement.net).toBe(80_00)
  expect(await broken()).toEqual([])
  expect((await listPresent(nextWeek(last))).map(({ ref }) => ref)).not.toContain('D1')
})

test('a prize of who left that a file takes back is a debt on the next statement, and on no later one', async () => {
  await promised({
    levels: [{ threshold: 50, reward: cents(30_00) }],
    audience: { ...EVERYBODY, drivers: [fleet.driver('D1')] },
  })
  await approved()
  await leaves('D1')
  await losesTrips()
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([-30_00])
  await approved(NEXT_WEEK)
  expect((await listPresent(nextWeek(NEXT_WEEK))).map(({ ref }) => ref)).not.toContain('D1')
  expect(await broken()).toEqual([])
})

test('trips that a file tells late of a past week open no statement of that week again, and pay on the next week', async () => {
  await promised({ levels: [{ threshold: TRIPS + 1, reward: cents(30_00) }] })
  await approved()
  await leaves('D1')
  await drop([edited(publicFile('driver_activity'), (text) => text.replace(',92,', ',120,'))])
  expect([await amountsOn('D1'), await amountsOn('D1', NEXT_WEEK)]).toEqual([[], [30_00]])
})

test('who was picked by name stays picked as the record that goes on', async () => {
  await promised({
    audience: { ...EVERYBODY, drivers: [fleet.driver('D2')] },
    levels: [{ threshold: 1, reward: cents(5_00) }],
  })
  await becomesOne('D2', 'D1')
  expect(await amountsOn('D1')).toEqual([5_00])
  expect((await listGoals())[0]!.audience.drivers).toEqual([fleet.driver('D1')])
})

test('a second record makes nobody new: the time with the company counts from the first day of all of them', async () => {
  await asOwner(`update drivers set started_on = '${previousWeek(WEEK, 40)}' where ref = 'D2';
    update drivers set started_on = '${previousWeek(WEEK, 2)}' where ref = 'D1'`)
  await promised({ audience: { ...EVERYBODY, maxWeeks: 4 }, levels: [{ threshold: 1, reward: cents(5_00) }] })
  expect(await amountsOn('D1')).toEqual([5_00])
  await becomesOne('D2', 'D1')
  expect(await amountsOn('D1')).toEqual([])
})

test('a week runs until its Sunday ends in Lisbon', async () => {
  await promised({ levels: [{ threshold: TRIPS + 8, reward: cents(30_00) }] })
  const at = async (moment: string) =>
    (await listOwnGoals(fleet.driver('D1') as OwnDriverId, Temporal.Instant.from(moment))).goals.map(
      ({ period, isOver }) => [period.first, isOver],
    )
  expect(await at('2026-06-07T22:59:59Z')).toEqual([[WEEK, false]])
  expect(await at('2026-06-07T23:00:00Z')).toEqual([
    [NEXT_WEEK, false],
    [WEEK, true],
  ])
})

test('what a goal would have cost is what it pays', async () => {
  const levels = [
    { threshold: 20, reward: cents(10_00) },
    { threshold: TRIPS, reward: cents(25_00) },
  ]
  for (const stacking of ['best', 'sum'] as const) {
    const asked = goal({ levels, stacking, name: stacking })
    const { cost, periods } = await simulateGoal(asked, MONDAY)
    expect(periods[0]!.period.last).toBe(WEEK)
    await promised(asked)
    const paid = (await getWeek(WEEK)).statements
      .flatMap(({ settlement }) => settlement?.lines ?? [])
      .filter(({ adjustment }) => adjustment?.reason.startsWith(stacking))
    expect(paid.length).toBeGreaterThan(1)
    expect(paid.reduce((total, { amount }) => total + amount, 0)).toBe(cost)
  }
})

test('the database itself refuses to pay a goal twice, or something else than its level', async () => {
  const id = await promised()
  const pay = (amount: number, week: string, reached = TRIPS) =>
    sql`insert into adjustments (driver_id, week, kind, amount_cents, reason, state, decided_at, goal_id, goal_first, goal_reached)
      values (${fleet.driver('D1')}, ${week}, 'goal', ${amount}, 'x', 'accepted', now(), ${id}, ${WEEK}, ${reached})`.execute(
      db,
    )
  await expect(pay(29_99, WEEK)).rejects.toThrow('would have paid 2999 cents where 3000 were earned')
  await pay(30_00, WEEK)
  await expect(pay(30_00, WEEK)).rejects.toThrow('adjustments_pay_a_goal_once_a_week')
  await expect(pay(30_00, NEXT_WEEK)).rejects.toThrow('would have paid 6000 cents where 3000 were earned')
  await pay(-30_00, NEXT_WEEK, TRIPS - 1)
})

test('a goal begins now or later, changes after the period that runs, and ends with it', async () => {
  const now = weekAt(MONDAY)
  await expect(makeChange((change) => addGoal(change, goal({ from: previousWeek(now) })))).rejects.toThrow(
    'goal.week-past',
  )
  const id = await makeChange((change) => addGoal(change, goal({ from: now })))
  const dearer = goal({ from: now, levels: [{ threshold: 1, reward: cents(99_00) }] })
  await expect(makeChange((change) => changeGoal(change, id, dearer))).rejects.toThrow('goal.week-past')
  const next = await makeChange((change) => changeGoal(change, id, { ...dearer, from: nextWeek(now) }))
  const [second, first] = await listGoals()
  expect([first!.until, second!.from, second!.line]).toEqual([now, nextWeek(now), first!.id])
  await expect(makeChange((change) => changeGoal(change, id, { ...dearer, from: nextWeek(now, 2) }))).rejects.toThrow(
    'goal.ended',
  )
  await makeChange((change) => endGoal(change, next, 'Afinal não'))
  expect((await listGoals())[0]!.until).toBe(now)
  await expect(makeChange((change) => endGoal(change, next, 'Outra vez'))).rejects.toThrow('goal.ended')
})

test('an end that was a mistake is taken back before it comes, with the last week that the goal had, and no later', async () => {
  const at = MONDAY
  const week = weekAt(at)
  const ended = (id: string) => makeChange((change) => endGoal(change, id, 'Engano'), { at })
  const reopened = (id: string, later = at) => makeChange((change) => reopenGoal(change, id), { at: later })
  const stateOf = async (id: string) => (await listGoals()).find((one) => one.id === id)
  const id = await promised({ until: nextWeek(week, 9) })
  await expect(reopened(id)).rejects.toMatchObject({ code: 'goal.end-stays' })
  await ended(id)
  expect(await stateOf(id)).toMatchObject({ until: week, endReason: 'Engano' })
  await reopened(id)
  expect(await stateOf(id)).toMatchObject({ until: nextWeek(week, 9), endReason: null })
  await ended(id)
  await expect(reopened(id, at.add({ hours: 24 * 7 }))).rejects.toMatchObject({ code: 'goal.end-stays' })

  const endless = await promised({ from: nextWeek(week, 2) })
  await ended(endless)
  await reopened(endless)
  expect(await stateOf(endless)).toMatchObject({ until: null, endReason: null })
  await makeChange((change) => changeGoal(change, endless, goal({ from: nextWeek(week, 4) })), { at })
  await expect(reopened(endless)).rejects.toMatchObject({ code: 'goal.end-stays' })
})

test('a version of a goal that has not begun cannot be moved into the weeks of the version before it', async () => {
  const now = weekAt(MONDAY)
  const id = await makeChange((change) => addGoal(change, goal({ from: now })))
  const next = await makeChange((change) => changeGoal(change, id, goal({ from: nextWeek(now, 2) })))
  const into = (from: typeof now) => makeChange((change) => changeGoal(change, next, goal({ from })))
  await expect(into(now)).rejects.toThrow('goal.week-past')
  await expect(into(nextWeek(now))).rejects.toThrow('goal.week-past')
  await into(nextWeek(now, 3))
  expect((await listGoals()).map(({ from, until }) => [from, until])).toEqual([
    [nextWeek(now, 3), null],
    [nextWeek(now, 2), nextWeek(now, 2)],
    [now, nextWeek(now)],
  ])
})

test('a change of the goal pays nothing twice for the weeks of the first version', async () => {
  const id = await promised({ levels: [{ threshold: 1, reward: cents(30_00) }] })
  await approved()
  const changed = goal({ from: nextWeek(NEXT_WEEK), levels: [{ threshold: 1, reward: cents(50_00) }] })
  await makeChange((change) => changeGoal(change, id, changed))
  expect(await amountsOn('D1', NEXT_WEEK)).toEqual([])
  expect(await broken()).toEqual([])
})

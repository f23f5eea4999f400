import { requireValue } from '#domain/certain.ts'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { type Week, bounds, nextWeek, sunday, weekAt } from '#domain/week.ts'
import { noteOtherIncome } from '#features/accounting/dependence/commands.server.ts'
import { withdrawExpense, writeExpense } from '#features/accounting/own-expenses/commands.server.ts'
import { listOwnExpenses } from '#features/accounting/own-expenses/queries.server.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { previewDeparture } from '#features/departures/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { answerCorrection, askCorrection } from '#features/fleet/corrections/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { movePlan, openPlan } from '#features/plans/commands.server.ts'
import { writeCompanyGoal } from '#features/adjustments/company-goals/commands.server.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import { recordReferral, writeRule } from '#features/adjustments/referrals/commands.server.ts'
import { makeChange } from './change.server.ts'
import { rental } from './fleet.ts'
import { photoOf } from './photo.server.ts'

/** Hours after the end of a week: the week is approved on its Monday at ten and paid on its Thursday. */
const FRIDAY = 4 * 24 + 10
const MONDAY_EVENING = 20
const TUESDAY = 24 + 11

/** Drawing of handwritten notes, which a driver sends as a photo. */
const NOTES = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#f4f1e4"/>
  <g font-family="sans-serif" font-size="30" fill="#333"><text x="40" y="80">Portagens da semana</text>
  <text x="40" y="150">seg  Ponte  2x</text><text x="40" y="200">qua  Ponte  1x</text><text x="40" y="250">sex  A5  1x</text></g></svg>`

const TWIN = newDriver({ ref: 'CN', name: 'Carla S. Nogueira' })

/** Adds the events between drivers and office in a week; `at` is the number of the week in the demonstration. */
export async function addOfficeEvents(at: number, week: Week, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const happens = EVENTS_OF_WEEKS[at]
  if (happens) await happens(week, (ref) => requireValue(driverIds, ref))
}

/** Number of the last week in which Tiago drove. */
export const LEAVES_AFTER = 6

/** Records which driver recruited another one. */
async function recordReferralOf(referrer: string, referred: string, since: Week, at: Temporal.Instant) {
  await makeChange('referral.record', at, (change) =>
    recordReferral(change, { referrer, referred, since, reason: 'Disse-o ao escritório quando começou' }),
  )
}

/** Adds expenses that a driver with an own car notes for the accountant, one of them by mistake and taken back. */
async function noteExpenses(driver: OwnDriverId, week: Week, at: Temporal.Instant) {
  const day = (before: number) => sunday(week).subtract({ days: before }).toString()
  const written = [
    { spentOn: day(20), kind: 'insurance', amount: cents(412_60), vat: null, note: 'Semestre' },
    { spentOn: day(9), kind: 'upkeep', amount: cents(184_50), vat: cents(34_50), note: 'Revisão dos 90.000 km' },
    { spentOn: day(2), kind: 'wash', amount: cents(12_00), vat: cents(2_24), note: '' },
    { spentOn: day(2), kind: 'wash', amount: cents(12_00), vat: cents(2_24), note: '' },
  ] as const
  for (const input of written)
    await makeChange('own-expense.write', at, (change) => writeExpense(change, driver, input))
  const [slip] = await listOwnExpenses(driver, sunday(week).year)
  if (slip)
    await makeChange('own-expense.withdraw', at, (change) =>
      withdrawExpense(change, driver, { intent: 'withdraw', expense: slip.id }),
    )
}

/** Sets the company's goals for each week and month. */
async function setCompanyGoals(change: Change, from: Week) {
  const reason = 'Plano do ano'
  await writeCompanyGoal(change, { measure: 'income', period: 'month', from, target: 36_000_00, reason })
  await writeCompanyGoal(change, { measure: 'trips', period: 'month', from, target: 4_500, reason })
  await writeCompanyGoal(change, { measure: 'drivers', period: 'week', from, target: 12, reason })
}

/** Adds a weekly goal with two levels, and a monthly one for drivers of the fleet's cars. */
async function addDriverGoals(change: Change, from: Week) {
  const everybody = { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] } as const
  await writeGoal(change, {
    name: 'Semana cheia',
    nameEn: 'Full week',
    criterion: 'trips',
    period: 'week',
    stacking: 'best',
    levels: [
      { threshold: 120, reward: cents(15_00) },
      { threshold: 140, reward: cents(30_00) },
    ],
    from,
    until: null,
    audience: everybody,
    reason: 'Combinado com a equipa',
  })
  await writeGoal(change, {
    name: 'Mês da frota',
    nameEn: 'The fleet’s month',
    criterion: 'income',
    period: 'month',
    stacking: 'sum',
    levels: [
      { threshold: 2_800_00, reward: cents(40_00) },
      { threshold: 3_600_00, reward: cents(60_00) },
    ],
    from,
    until: null,
    audience: { ...everybody, car: 'fleet' },
    reason: 'Combinado com a equipa',
  })
}

type WeekEvents = (week: Week, driver: (ref: string) => string) => Promise<void>

const EVENTS_OF_WEEKS: Readonly<Record<number, WeekEvents>> = {
  /** Tiago begins to pay a deposit for his car in four weeks; Sónia says who recruited her. */
  0: async (week, driver) => {
    await makeChange('commission-rule.add', bounds(week).end.add({ hours: MONDAY_EVENING }), async (change) => {
      const usual = {
        from: week,
        kind: 'fixed',
        first: 1,
        weeks: 1,
        minTrips: 0,
        reason: 'Combinado com a equipa',
      } as const
      await writeRule(change, {
        ...usual,
        side: 'referrer',
        name: 'Prémio de indicação',
        amount: cents(50_00),
        minWeeks: 4,
        hold: 1,
        clawback: 8,
      })
      await writeRule(change, {
        ...usual,
        side: 'referred',
        name: 'Boas-vindas',
        amount: cents(20_00),
        minWeeks: 2,
        hold: 0,
        clawback: 4,
      })
    })
    await makeChange('goal.add', bounds(week).end.add({ hours: MONDAY_EVENING }), (change) =>
      addDriverGoals(change, nextWeek(week)),
    )
    await makeChange('company-goal.set', bounds(week).end.add({ hours: MONDAY_EVENING }), (change) =>
      setCompanyGoals(change, week),
    )
    await recordReferralOf(driver('M1'), driver('M12'), week, bounds(week).end.add({ hours: TUESDAY }))
    await makeChange('plan.open', bounds(week).end.add({ hours: FRIDAY }), (change) =>
      openPlan(change, {
        driverId: driver('M13'),
        kind: 'deposit',
        total: cents(400_00),
        count: 4,
        first: nextWeek(week),
        reason: 'Caução da viatura',
        skipsIdle: true,
      }),
    )
  },
  /** The office created Carla's record twice, and merges the two. */
  3: async (week, driver) => {
    const at = bounds(week).end.add({ hours: FRIDAY })
    const twin = await makeChange('driver.create', at, (change) => createDriver(change, TWIN))
    await makeChange('driver.merge', at.add({ hours: 1 }), (change) =>
      mergeDrivers(change, twin, { into: driver('M5'), reason: 'É a mesma pessoa: foi criada duas vezes' }),
    )
  },
  /** Paulo pays for a weekly car wash. */
  5: async (week, driver) => {
    await makeChange('recurring.add', bounds(week).end.add({ hours: FRIDAY }), (change) =>
      addRecurring(change, {
        driverId: driver('M11'),
        kind: 'other',
        amount: cents(-7_50),
        reason: 'Lavagem semanal na garagem',
        first: nextWeek(week),
        last: null,
        total: null,
      }),
    )
  },
  /** Tiago leaves and hands back the car; his deposit waits for late fines and tolls. */
  [LEAVES_AFTER]: async (week, driver) => {
    const at = bounds(week).end
    await makeChange('departure.record', at.add({ hours: MONDAY_EVENING }), async (change) => {
      const { departureDays } = await settingsIn(week, change.tx)
      const waitsUntil = sunday(week).add({ days: departureDays }).toString()
      const { checklist } = await previewDeparture(driver('M13'), at, change.now, change.tx)
      const done = checklist.filter(({ what }) => what !== 'platforms').map(({ what, name }) => `${what}:${name}`)
      await recordDeparture(change, driver('M13'), {
        at,
        reason: 'Mudou de cidade',
        waitsUntil,
        signsInUntil: null,
        done,
      })
    })
  },
  /** Adriana asks for an advance. */
  7: async (week, driver) => {
    await makeChange('plan.open', bounds(week).end.add({ hours: FRIDAY }), (change) =>
      openPlan(change, {
        driverId: driver('M2'),
        kind: 'advance',
        total: cents(300_00),
        count: 6,
        first: nextWeek(week),
        reason: 'Adiantamento para pneus',
        skipsIdle: true,
      }),
    )
  },
  /** Carla pays a part of her deposit at once, and the rest in six weeks. */
  8: async (week, driver) => {
    await makeChange('plan.open', bounds(week).end.add({ hours: FRIDAY }), (change) =>
      openPlan(change, {
        driverId: driver('M5'),
        kind: 'deposit',
        total: cents(500_00),
        down: cents(200_00),
        count: 6,
        first: nextWeek(week),
        reason: 'Caução da viatura',
        skipsIdle: true,
      }),
    )
  },
  /** Carla pays a part of her deposit early. A fine from Tiago's last days arrives, Oksana says that Rui recruited her, and two drivers declare other income. */
  9: async (week, driver) => {
    const evening = bounds(week).end.add({ hours: MONDAY_EVENING })
    await makeChange('dependence.say', evening, async (change) => {
      await noteOtherIncome(change, driver('M2') as OwnDriverId, { elsewhere: cents(3_850_00), contributes: true })
      await noteOtherIncome(change, driver('M8') as OwnDriverId, { elsewhere: null, contributes: false })
    })
    await payDepositEarly(driver('M5'), evening)
    await noteExpenses(driver('M1') as OwnDriverId, week, evening)
    await recordReferralOf(driver('M1'), driver('M10'), nextWeek(week), bounds(week).end.add({ hours: TUESDAY }))
    await makeChange('adjustment.add', bounds(week).end.add({ hours: FRIDAY }), (change) =>
      addAdjustment(change, {
        driverId: driver('M13'),
        week: nextWeek(week),
        kind: 'fine',
        amount: cents(-60_00),
        reason: 'Estacionamento na Avenida da Liberdade',
      }),
    )
  },
  /** Rui disputes his tolls, and gets an answer. */
  10: async (week, driver) => {
    // Here the demonstration speaks for the driver.
    const own = driver('M1') as OwnDriverId
    const { ordinal } = await db
      .selectFrom('settlement_lines')
      .innerJoin('settlements', 'settlements.id', 'settlement_id')
      .select('ordinal')
      .where('driver_id', '=', own)
      .where('week', '=', week)
      .where('code', '=', 'tolls')
      .executeTakeFirstOrThrow()
    const paper = await photoOf(NOTES, 'apontamentos.jpg')
    const disputeInput = {
      cause: 'amount',
      words: 'Parecem-me portagens a mais para uma semana normal.',
      paper,
    } as const
    const dispute = await makeChange('dispute.say', bounds(week).end.add({ hours: MONDAY_EVENING }), (change) =>
      contestLine(change, { driver: own, week, ordinal }, disputeInput),
    )
    const answer =
      'Vimos as passagens uma a uma no ficheiro da Via Verde: todas têm a matrícula da viatura atribuída ao Rui nessa semana.'
    await makeChange('dispute.decline', bounds(week).end.add({ hours: TUESDAY }), (change) =>
      declineDispute(change, dispute, answer),
    )
    // He asks to correct his first day, which the office refuses, and a number, which waits.
    const first = await makeChange('correction.ask', bounds(week).end.add({ hours: MONDAY_EVENING }), (change) =>
      askCorrection(change, own, { field: 'startedOn', words: 'Comecei dois dias antes do que está aqui.' }),
    )
    const inContract = 'O primeiro dia é o do contrato assinado. Traga outro papel se o tiver.'
    await makeChange('correction.declined', bounds(week).end.add({ hours: TUESDAY }), (change) =>
      answerCorrection(change, first, { intent: 'declined', answer: inContract }),
    )
    await makeChange('correction.ask', bounds(week).end.add({ hours: TUESDAY }), (change) =>
      askCorrection(change, own, { field: 'phone', words: 'Mudei de número. O novo é 900 000 417.' }),
    )
  },
}

/** Books cash that a driver brought for the deposit: a movement that can be taken back. */
async function payDepositEarly(driverId: string, at: Temporal.Instant): Promise<void> {
  const { id } = await db
    .selectFrom('plans')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('kind', '=', 'deposit')
    .executeTakeFirstOrThrow()
  const paid = { kind: 'early', amount: cents(50_00), reason: 'Entregou em dinheiro no escritório' } as const
  await makeChange('plan.early', at, (change) => movePlan(change, id, paid))
}

/** Gives Paulo a dearer car from this week on: his income does not pay for it, so the forecast warns in time. */
export async function takeDearerCar(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  const reason = 'Viatura de sete lugares'
  await makeChange('driver.add-terms', now, (change) =>
    addTerms(change, requireValue(ids, 'M11'), { from: weekAt(now), terms: rental(440_00), reason }),
  )
}

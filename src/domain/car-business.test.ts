import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CarBooks,
  type CarContract,
  type CarWeek,
  type HintFacts,
  daysOfCar,
  endOf,
  addFigures,
  figuresOfCar,
  hintOf,
  paceOf,
  freeInWorkshop,
} from './car-business.ts'
import { ZERO, cents, sum } from './money.ts'
import { dayAfter, daysOfWeek, ZONE, nextWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const WHOLE = 7 * 86_400
const brought = (rent: number) => ({ rent: cents(rent), fee: ZERO, share: ZERO })
const week = (more: Partial<CarWeek> = {}): CarWeek => ({
  days: daysOfWeek(WEEK),
  brought: brought(200_00),
  heldSeconds: WHOLE,
  workshopSeconds: 0,
  ...more,
})
const NOTHING: CarBooks = {
  title: 'leasing',
  since: '2020-01-01',
  until: null,
  monthly: [],
  work: [],
  workshop: [],
  damages: [],
  insured: [],
  value: null,
  roadTax: null,
  contract: null,
}
const always = { from: '2020-01-01', until: null }
const LEASED: CarBooks = {
  ...NOTHING,
  monthly: [
    { kind: 'finance', monthly: cents(365_00), ...always },
    { kind: 'insurance', monthly: cents(36_50), ...always },
  ],
  roadTax: cents(365_00),
}

test('a car leaves what it brought less each cost of the week, and says what it is made of', () => {
  const figures = figuresOfCar([week()], {
    ...LEASED,
    work: [
      { amount: cents(30_00), on: '2026-06-07' },
      { amount: cents(99_00), on: '2026-06-08' },
    ],
    damages: [{ on: '2026-06-03', invoice: cents(50_00), charged: cents(20_00), isOpen: false }],
  })
  expect(figures).toMatchObject({
    income: 200_00,
    costs: { finance: 84_00, insurance: 8_40, tax: 7_00, other: 0, value: 0, work: 30_00, damages: 30_00 },
    cost: 159_40,
    left: 40_60,
    missing: [],
    days: 7,
    emptyDays: 0,
    emptyCost: 0,
    breakEven: 159_40,
  })
})

test('a cost that nobody wrote down is not zero: it is missing, by the title of the car', () => {
  const of = (more: Partial<CarBooks>) => {
    const { costs, missing } = figuresOfCar([week()], { ...NOTHING, ...more })
    return { missing, finance: costs.finance, tax: costs.tax, value: costs.value, insurance: costs.insurance }
  }
  expect(of({})).toEqual({
    missing: ['finance', 'insurance', 'tax'],
    finance: null,
    insurance: null,
    tax: null,
    value: 0,
  })
  expect(of({ title: 'own' }).missing).toEqual(['insurance', 'tax', 'value'])
  expect(of({ title: 'renting' }).missing).toEqual(['finance', 'insurance'])
  expect(of({ title: 'driver' })).toEqual({ missing: [], finance: 0, insurance: 0, tax: 0, value: 0 })
  expect(of({ title: null }).missing).toEqual(['title'])
  const insured = { ...contract, includes: ['insurance' as const, 'tax' as const] }
  expect(of({ contract: insured }).missing).toEqual(['finance'])
  // A damage that is open and has no invoice may still cost something; one that is settled without one cost nothing.
  const damage = { on: '2026-06-03', invoice: null, charged: ZERO }
  expect(of({ title: 'driver', damages: [{ ...damage, isOpen: true }] }).missing).toEqual(['damages'])
  expect(of({ title: 'driver', damages: [{ ...damage, isOpen: false }] }).missing).toEqual([])
})

test('road tax that is paid in monthly parts does not count a second time', () => {
  const monthly = [...LEASED.monthly, { kind: 'tax' as const, monthly: cents(10_00), ...always }]
  expect(figuresOfCar([week()], { ...LEASED, monthly }).costs.tax).toBe(2_30)
})

test('days in which nobody has a car cost what runs on, as a part of its costs', () => {
  const figures = figuresOfCar([week({ heldSeconds: 5 * 86_400 })], LEASED)
  expect(figures).toMatchObject({ emptyDays: 2, emptyCost: 28_40, cost: 99_40 })
  const gone = figuresOfCar([week({ heldSeconds: 3 * 86_400 })], { ...LEASED, until: '2026-06-05' })
  expect(gone).toMatchObject({ days: 4, emptyDays: 1 })
  expect(figuresOfCar([week()], { ...LEASED, since: '2026-07-01' })).toMatchObject({ days: 0, breakEven: null })
})

const amounts = fc.integer({ min: 0, max: 900_00 }).map(cents)
const lives = fc.record({
  weeks: fc.array(fc.record({ rent: amounts, held: fc.nat(WHOLE) }), { minLength: 1, maxLength: 26 }),
  finance: amounts,
  insurance: amounts,
  tax: amounts,
  work: fc.array(fc.record({ amount: amounts, day: fc.nat(26 * 7) }), { maxLength: 6 }),
  title: fc.constantFrom('own', 'leasing', 'renting', 'rent', 'driver'),
})

test('a day in the workshop is no empty one, whoever has the car', () => {
  const books = {
    ...LEASED,
    workshop: [
      { from: '2026-05-28', until: '2026-06-03' },
      { from: '2026-06-03', until: '2026-06-04' },
    ],
  }
  const at = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds
  // Somebody had the car from Wednesday noon on; on Monday and Tuesday it was empty, and in the workshop.
  const held = [{ start: at('2026-06-03') + 43_200_000, end: Infinity }]
  const inWorkshop = freeInWorkshop(books, held, daysOfWeek(WEEK))
  expect(inWorkshop).toBe(2.5 * 86_400)
  const figures = figuresOfCar([week({ heldSeconds: 4.5 * 86_400, workshopSeconds: inWorkshop })], books)
  expect(figures).toMatchObject({ days: 7, workshopDays: 4, emptyDays: 0, emptyCost: 0 })
  expect(addFigures([figures, figures]).workshopDays).toBe(8)
  // Days before the car came, and after it left, are nobody's.
  const later = { ...books, since: '2026-06-03', until: '2026-06-04' }
  expect(
    figuresOfCar([week({ heldSeconds: 0, workshopSeconds: freeInWorkshop(later, [], daysOfWeek(WEEK)) })], later),
  ).toMatchObject({
    days: 1,
    workshopDays: 1,
    emptyDays: 0,
  })
})

test('of any life, what several weeks leave is the sum of what each leaves, and income is costs and what is left', () => {
  fc.assert(
    fc.property(lives, ({ weeks, finance, insurance, tax, work, title }) => {
      const books: CarBooks = {
        ...NOTHING,
        title,
        monthly: [
          ...(finance > 0 ? [{ kind: 'finance' as const, monthly: finance, ...always }] : []),
          ...(insurance > 0 ? [{ kind: 'insurance' as const, monthly: insurance, ...always }] : []),
        ],
        roadTax: tax > 0 ? tax : null,
        work: work.map(({ amount, day }) => ({
          amount,
          on: Temporal.PlainDate.from('2026-06-01').add({ days: day }).toString(),
        })),
      }
      const all = weeks.map(({ rent, held }, at) => ({
        days: daysOfWeek(nextWeek(WEEK, at)),
        brought: brought(rent),
        heldSeconds: held,
        workshopSeconds: 0,
      }))
      const whole = figuresOfCar(all, books)
      const each = addFigures(all.map((one) => figuresOfCar([one], books)))
      expect(whole.left).toBe(sum([whole.income, cents(-whole.cost)]))
      expect([whole.left, whole.cost, whole.costs]).toEqual([each.left, each.cost, each.costs])
      expect(new Set(whole.missing)).toEqual(new Set(each.missing))
      expect(whole.emptyCost).toBeLessThanOrEqual(whole.cost)
    }),
  )
})

const contract: CarContract = {
  beginsOn: '2025-01-01',
  months: 24,
  limit: 80_000,
  beyond: cents(6_00),
  residual: null,
  startKilometres: 10,
  includes: [],
}

test('kilometres of a contract go on to its end as they went so far, and those beyond it have a price', () => {
  expect(endOf(contract)).toBe('2026-12-31')
  const half = [{ on: '2025-12-31', kilometres: 50_010 }]
  expect(paceOf(contract, half)).toEqual({
    endsOn: '2026-12-31',
    driven: 50_000,
    readOn: '2025-12-31',
    perWeek: 959,
    limit: 80_000,
    atEnd: 100_000,
    beyond: 20_000,
    beyondCost: 1_200_00,
    reachedOn: '2026-08-07',
  })
  expect(paceOf(contract, [{ on: '2025-12-31', kilometres: 40_010 }])).toMatchObject({ beyond: 0, reachedOn: null })
  expect(paceOf({ ...contract, beyond: null }, half)).toMatchObject({ beyond: 20_000, beyondCost: null })
})

test('without a limit, a beginning or a reading since, the kilometres of a contract are not measured', () => {
  const half = [{ on: '2025-12-31', kilometres: 50_010 }]
  expect(paceOf({ ...contract, limit: null }, half)).toBeNull()
  expect(paceOf({ ...contract, startKilometres: null }, half)).toBeNull()
  expect(paceOf(contract, [])).toBeNull()
  expect(paceOf(contract, [{ on: '2024-12-31', kilometres: 50_010 }])).toBeNull()
})

const TODAY = '2026-06-08'
const facts: HintFacts = {
  title: 'own',
  weeks: 12,
  leftAWeek: cents(50_00),
  missing: [],
  contractEnds: null,
  plannedSale: '2029-01-01',
  usableUntil: '2030-01-01',
  pace: null,
  priceBeyond: null,
}

test('a car that leaves something is kept to its nearest end, and one that loses goes', () => {
  expect(hintOf(facts, TODAY)).toEqual({ act: 'keep', by: '2029-01-01', because: 'leaves' })
  expect(hintOf({ ...facts, usableUntil: '2027-06-08' }, TODAY)).toEqual({
    act: 'sell',
    by: '2027-06-08',
    because: 'age',
  })
  expect(hintOf({ ...facts, leftAWeek: cents(-1) }, TODAY)).toEqual({ act: 'sell', by: null, because: 'loses' })
  const leased: HintFacts = { ...facts, title: 'leasing', contractEnds: '2027-03-01', plannedSale: null }
  expect(hintOf(leased, TODAY)).toEqual({ act: 'keep', by: '2027-03-01', because: 'leaves' })
  expect(hintOf({ ...leased, leftAWeek: cents(-1) }, TODAY)).toEqual({
    act: 'return',
    by: '2027-03-01',
    because: 'loses',
  })
})

test('a leased car goes back where each week beyond its kilometres costs more than it leaves', () => {
  const pace = { perWeek: 1_000, reachedOn: '2026-11-01', beyond: 20_000 }
  const leased: HintFacts = {
    ...facts,
    title: 'leasing',
    contractEnds: '2027-03-01',
    pace,
    priceBeyond: cents(6_00),
  }
  expect(hintOf(leased, TODAY)).toEqual({ act: 'return', by: '2026-11-01', because: 'kilometres' })
  expect(hintOf({ ...leased, leftAWeek: cents(60_00) }, TODAY)).toMatchObject({ act: 'keep', by: '2027-03-01' })
})

test('nothing is advised of what is not known: a title, some weeks, every cost', () => {
  const because = (more: Partial<HintFacts>) => hintOf({ ...facts, ...more }, TODAY)
  expect(because({ title: null })).toEqual({ act: 'none', by: null, because: 'title' })
  expect(because({ title: 'driver' })).toMatchObject({ because: 'driver' })
  expect(because({ weeks: 3 })).toMatchObject({ because: 'weeks' })
  expect(because({ missing: ['tax'] })).toMatchObject({ because: 'missing' })
})

test('the days of a car alone are those of its figures', () => {
  const day = fc.integer({ min: -3, max: 24 }).map((after) => dayAfter(WEEK, after))
  fc.assert(
    fc.property(
      fc.record({ since: fc.option(day), until: fc.option(day), from: day, end: day }),
      fc.array(fc.record({ heldSeconds: fc.nat(WHOLE), workshopSeconds: fc.nat(86_400) }), { maxLength: 3 }),
      ({ since, until, from, end }, times) => {
        const weeks = times.map((one, at) => week({ ...one, days: daysOfWeek(nextWeek(WEEK, at)) }))
        const books = { ...LEASED, since, until, workshop: [{ from, until: end }] }
        const { days, workshopDays, emptyDays } = figuresOfCar(weeks, books)
        expect(daysOfCar(weeks, books)).toEqual({ days, workshopDays, emptyDays })
        expect(days).toBeLessThanOrEqual(7 * weeks.length)
        expect(workshopDays).toBeLessThanOrEqual(days)
      },
    ),
  )
})

test('money of an insurer lowers the cost of damages in the week in which it came, also below nothing', () => {
  const books = {
    ...LEASED,
    damages: [{ on: '2026-06-03', invoice: cents(900_00), charged: cents(200_00), isOpen: false }],
    insured: [{ on: '2026-06-05', amount: cents(650_00) }],
  }
  expect(figuresOfCar([week()], books).costs.damages).toBe(50_00)
  const later = { ...books, insured: [{ on: '2026-06-12', amount: cents(650_00) }] }
  expect(figuresOfCar([week()], later).costs.damages).toBe(700_00)
  const alone = { ...books, damages: [] }
  expect(figuresOfCar([week()], alone).costs.damages).toBe(-650_00)
})

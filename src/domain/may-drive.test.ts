import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DriverFacts, type Need, type Rules, mayBeDriven, mayDrive } from './may-drive.ts'
import { type Day, type Days, type PaperFacts, daysOf } from './paper.ts'

const NEEDS: readonly Need[] = [
  { kind: 'licence', holder: 'driver', appliesTo: [] },
  { kind: 'insurance', holder: 'driver', appliesTo: ['slot', 'rental'] },
  { kind: 'policy', holder: 'car', appliesTo: [] },
  { kind: 'inspection', holder: 'car', appliesTo: [] },
  { kind: 'operator', holder: 'company', appliesTo: [] },
]
const ALWAYS: readonly Days[] = [{ from: null, until: null }]
const RULES: Rules = { needs: NEEDS, needsContract: true, company: new Map([['operator', ALWAYS]]) }
const CAR = {
  id: 'c1',
  plate: 'AA11AA',
  usable: null,
  papers: new Map([
    ['policy', ALWAYS],
    ['inspection', [{ from: '2026-01-01', until: '2026-06-30' }]],
  ]),
}
const DRIVER: DriverFacts = {
  away: [],
  suspended: [],
  regimes: [{ from: '2026-01-05', regime: 'rental' }],
  contracts: ALWAYS,
  papers: new Map([
    ['licence', [{ from: '2020-02-03', until: '2026-12-31' }]],
    ['insurance', ALWAYS],
  ]),
  cars: [{ days: { from: '2026-03-01', until: null }, car: CAR }],
}

test('somebody in order may drive until the first thing that ends, which is named the day after', () => {
  expect(mayDrive('2026-04-01', DRIVER, RULES)).toEqual({ may: true, missing: [], until: '2026-06-30' })
  expect(mayDrive('2026-07-01', DRIVER, RULES)).toEqual({
    may: false,
    missing: [
      { kind: 'paper', paper: 'inspection', holder: 'car', car: { id: 'c1', plate: 'AA11AA' }, ended: '2026-06-30' },
    ],
    until: null,
  })
})

test('with a second car in order a driver may drive, and says until when', () => {
  const other = {
    id: 'c2',
    plate: 'BB22BB',
    usable: null,
    papers: new Map([...CAR.papers, ['inspection', ALWAYS] as const]),
  }
  const two = { ...DRIVER, cars: [...DRIVER.cars, { days: { from: '2026-07-10', until: null }, car: other }] }
  expect(mayDrive('2026-07-01', two, RULES)).toMatchObject({ may: false, until: '2026-07-09' })
  expect(mayDrive('2026-07-10', two, RULES)).toEqual({ may: true, missing: [], until: '2026-12-31' })
})

test('a paper of one regime is not asked of another', () => {
  const bare = { ...DRIVER, papers: new Map([['licence', ALWAYS]]), cars: [] }
  expect(mayDrive('2026-04-01', bare, RULES).missing).toMatchObject([{ paper: 'insurance', ended: null }])
  const employed = { ...bare, regimes: [{ from: '2026-01-05', regime: 'employee' }] }
  expect(mayDrive('2026-04-01', employed, RULES).may).toBe(true)
})

test('who left, was suspended or has no contract in force may not drive, whatever the papers say', () => {
  const gone = {
    ...DRIVER,
    away: [{ from: '2026-04-01', until: null }],
    suspended: [{ from: '2026-04-01', until: '2026-04-03' }],
    contracts: [{ from: '2025-01-01', until: '2026-03-31' }],
  }
  expect(mayDrive('2026-04-02', gone, RULES).missing).toEqual([
    { kind: 'away', until: null },
    { kind: 'suspended', until: '2026-04-03' },
    { kind: 'contract', ended: '2026-03-31' },
  ])
  expect(mayDrive('2026-04-02', { ...gone, away: [] }, { ...RULES, needsContract: false })).toMatchObject({
    may: false,
    until: '2026-04-03',
  })
})

/* The same rule written a second time in another way: each rule paints days on a calendar, and the answers are read off it. */
const FIRST = Temporal.PlainDate.from('2026-01-01')
const LENGTH = 90
const dayAt = (at: number): Day => FIRST.add({ days: at }).toString()
const DAYS = Array.from({ length: LENGTH + 60 }, (_, at) => dayAt(at))

const at = fc.integer({ min: 0, max: LENGTH })
const maybeAt = fc.option(at, { freq: 3, nil: null })
/** A stretch of days as two numbers; the second is the first day after it. */
const stretch = fc
  .tuple(maybeAt, maybeAt)
  .map(([from, to]) => ({ from, to: to !== null && from !== null && to <= from ? from + 1 : to }))
const stretches = fc.array(stretch, { maxLength: 2 })

type Sent = { issued: number | null; sent: number; length: number | null; state: PaperFacts['state'] }
const sent: fc.Arbitrary<Sent> = fc.record({
  issued: maybeAt,
  sent: at,
  length: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 4, nil: null }),
  state: fc.constantFrom('accepted', 'accepted', 'accepted', 'refused', 'sent', 'asked'),
})
/**
 * Most drivers have a document from the first day on, without an end. Otherwise hardly a day would be left on which one
 * reason alone decides.
 */
const IN_ORDER: Sent[] = [{ issued: 0, sent: 0, length: null, state: 'accepted' }]
type Stretch = { from: number | null; to: number | null }
const NONE: Stretch[] = []
const WHOLE: Stretch[] = [{ from: null, to: null }]
const papersOf = fc.oneof(
  { weight: 2, arbitrary: fc.constant(IN_ORDER) },
  { weight: 1, arbitrary: fc.array(sent, { maxLength: 3 }) },
)
const seldom = fc.oneof({ weight: 2, arbitrary: fc.constant(NONE) }, { weight: 1, arbitrary: stretches })
const mostly = fc.oneof({ weight: 2, arbitrary: fc.constant(WHOLE) }, { weight: 1, arbitrary: stretches })
const car = fc.record({
  policy: papersOf,
  inspection: papersOf,
  usable: fc.option(mostly, { nil: null }),
  isSlot: fc.boolean(),
})
const life = fc.record({
  licence: papersOf,
  insurance: papersOf,
  operator: papersOf,
  away: seldom,
  suspended: seldom,
  contracts: mostly,
  needsContract: fc.boolean(),
  regimes: fc.array(fc.tuple(at, fc.constantFrom('slot', 'rental', 'employee')), { maxLength: 2 }),
  cars: fc.array(fc.record({ car, held: stretch }), { maxLength: 2 }),
})

/** The records of documents that came one after the other: each accepted one replaces the one before it. */
function kept(papers: readonly Sent[]): PaperFacts[] {
  const facts: PaperFacts[] = []
  for (const { issued, sent: came, length, state } of papers) {
    const first = issued ?? came
    if (state === 'accepted') {
      const before = facts.findLast((one) => one.state === 'accepted')
      if (before) Object.assign(before, { state: 'replaced', replacedOn: dayAt(first) })
    }
    facts.push({
      state,
      issuedOn: issued === null ? null : dayAt(issued),
      sentOn: dayAt(came),
      expiresOn: length === null ? null : dayAt(first + length),
      replacedOn: null,
    })
  }
  return facts
}

/** Works out the days of papers by painting them: each accepted paper rubs out what stood from its first day on, and paints its own days. */
function painted(papers: readonly Sent[]): boolean[] {
  const wall = DAYS.map(() => false)
  const mine = DAYS.map(() => -1)
  for (const [paper, { issued, sent: came, length, state }] of papers.entries()) {
    if (state !== 'accepted') continue
    const first = issued ?? came
    const before = papers.findLastIndex((one, place) => place < paper && one.state === 'accepted')
    for (const [day] of DAYS.entries()) {
      if (day >= first && mine[day] === before) wall[day] = false
      if (day >= first && (length === null || day <= first + length)) {
        wall[day] = true
        mine[day] = paper
      }
    }
  }
  return wall
}

const onWall = (all: readonly { from: number | null; to: number | null }[]) =>
  DAYS.map((_, day) => all.some(({ from, to }) => (from ?? -1) <= day && day < (to ?? Infinity)))
const asDays = ({ from, to }: { from: number | null; to: number | null }): Days => ({
  from: from === null ? null : dayAt(from),
  until: to === null ? null : dayAt(to - 1),
})
const counted = (papers: readonly Sent[]) => kept(papers).flatMap((paper) => daysOf(paper) ?? [])

test('3,000 random lives of papers, cars and drivers are told as an independent painting of each day tells them', () => {
  // Days, by reason, on which it alone keeps somebody from driving: a rule that never decides would not be tested.
  const alone = new Map<string, number>()
  fc.assert(
    fc.property(life, (made) => {
      const regimes = made.regimes.toSorted(([one], [other]) => one - other)
      const rules: Rules = {
        needs: NEEDS,
        needsContract: made.needsContract,
        company: new Map([['operator', counted(made.operator)]]),
      }
      const cars = made.cars.map(({ car: own, held }, number) => ({
        days: asDays(held),
        car: {
          id: String(number),
          plate: `P${number}`,
          usable: own.usable && own.usable.map(asDays),
          isSlot: own.isSlot,
          papers: new Map([
            ['policy', counted(own.policy)],
            ['inspection', counted(own.inspection)],
          ]),
        },
      }))
      const driver: DriverFacts = {
        away: made.away.map(asDays),
        suspended: made.suspended.map(asDays),
        contracts: made.contracts.map(asDays),
        regimes: regimes.map(([from, regime]) => ({ from: dayAt(from), regime })),
        papers: new Map([
          ['licence', counted(made.licence)],
          ['insurance', counted(made.insurance)],
        ]),
        cars,
      }

      const [licence, insurance, operator] = [made.licence, made.insurance, made.operator].map(painted)
      const [away, suspended, contracts] = [made.away, made.suspended, made.contracts].map(onWall)
      const ofCars = made.cars.map(({ car: own, held }) => {
        const [policy, inspection, has] = [painted(own.policy), painted(own.inspection), onWall([held])]
        const young = own.usable ? onWall(own.usable) : DAYS.map(() => true)
        return {
          isInOrder: DAYS.map((_, day) => policy[day] && inspection[day] && young[day]),
          has,
          isSlot: own.isSlot,
          policy,
          inspection,
          young,
        }
      })
      const wall = DAYS.map((_, day) => {
        let regime = ''
        for (const [from, agreed] of regimes) if (from <= day) regime = agreed
        const held = ofCars.filter(({ has }) => has[day])
        const isAsked = regime === 'slot' || regime === 'rental'
        // A driver's own car is driven as in a slot, whatever was agreed.
        const isOwn = held.some(({ isSlot }) => isSlot)
        const [only, ...others] = held
        const against = [
          ...(away![day] ? ['away'] : []),
          ...(suspended![day] ? ['suspended'] : []),
          ...(licence![day] ? [] : ['licence']),
          ...(operator![day] ? [] : ['operator']),
          ...(made.needsContract && !contracts![day] ? ['contract'] : []),
          ...(isAsked && !insurance![day] ? ['insurance'] : []),
          ...(isOwn && !isAsked && !insurance![day] ? ['insurance of an own car'] : []),
          ...(only && !held.some(({ isInOrder }) => isInOrder[day]) ? [carWhy(only, others.length, day)] : []),
        ]
        const [why, ...more] = against
        if (why && more.length === 0) alone.set(why, (alone.get(why) ?? 0) + 1)
        return why === undefined
      })

      const answers = DAYS.map((on) => mayDrive(on, driver, rules))
      expect(answers.map(({ may }) => may)).toEqual(wall)
      expect(answers.map(({ missing }) => missing.length === 0)).toEqual(wall)
      // Nothing is painted after the end of the wall: an answer may hold longer than that.
      const ends = DAYS.map((_, day) => DAYS[wall.findIndex((may, other) => other > day && may !== wall[day]) - 1])
      expect(answers.map(({ until }, day) => (ends[day] ? until : undefined))).toEqual(ends)
      expect(answers.every(({ until }, day) => ends[day] ?? (until === null || until >= DAYS.at(-1)!))).toBe(true)
      for (const [number, { car: facts }] of cars.entries()) {
        const day = DAYS[number * 40 + 20]!
        expect(mayBeDriven(day, facts, rules).may).toBe(
          ofCars[number]!.isInOrder[number * 40 + 20]! && operator![number * 40 + 20]!,
        )
      }
    }),
    { numRuns: 3_000 },
  )
  for (const why of WHYS) expect([why, (alone.get(why) ?? 0) > 300]).toEqual([why, true])
})

const WHYS = ['away', 'suspended', 'licence', 'operator', 'contract', 'insurance', 'insurance of an own car'].concat([
  ...['policy', 'inspection', 'age', 'several cars'],
])

type OnWall = { policy: boolean[]; inspection: boolean[]; young: boolean[] }

/** Answers what is wrong with the only car that is held; of several cars each may lack something else. */
function carWhy({ policy, inspection, young }: OnWall, others: number, day: number): string {
  if (others > 0) return 'several cars'
  const lacks = [
    ...(policy[day] ? [] : ['policy']),
    ...(inspection[day] ? [] : ['inspection']),
    ...(young[day] ? [] : ['age']),
  ]
  return lacks.join(', ')
}

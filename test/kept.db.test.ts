import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { listDueGoalsIn, listGoals, showGoal } from '#features/adjustments/goals/queries.server.ts'
import { listReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { listOtherTerms } from '#features/contracts/terms/queries.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import { listProposals, listProposalsAbout } from '#features/settlements/proposals/queries.server.ts'
import { listPresent } from '#features/settlements/present-drivers/queries.server.ts'
import { getWeeks } from '#features/settlements/queries.server.ts'
import { listTollWeeks } from '#features/settlements/tolls/queries.server.ts'
import { listCarIncome } from '#features/weeks/cars/queries.server.ts'
import { companyFigures } from '#features/weeks/figures/queries.server.ts'
import { pastWeeks, showForecast } from '#features/weeks/forecasts/queries.server.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import { listPastWeeks } from '#features/weeks/radar/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { listFleetTimes, readTimesOfAll } from '#features/weeks/working-times/queries.server.ts'
import { currentOperator, forgetKept } from '#platform/operator.ts'
import { type ChangeName, type World, makeNamedChange } from './changes.ts'
import { contractWorld } from './contracts.ts'
import { type Fleet, MONDAY, NEXT_WEEK, WEEK, aFleet, anApprovedWeek, dropPublicSet } from './factories.ts'
import { tries } from './tries.ts'

/**
 * An answer that is kept, the function that reads it, and the changes that may move it, in an order in which none is
 * refused.
 */
type Proof = {
  keeps: readonly string[]
  begin: () => Promise<Fleet>
  read: (world: World) => Promise<unknown>
  /** Reads what a table keeps from its sources; without it, `read` is asked as by a process that kept nothing. */
  anew?: () => Promise<unknown>
  changes: readonly ChangeName[]
}

const ofContracts = async () => (await contractWorld()).fleet
const withFiles = async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  return fleet
}
const BOTH = [WEEK, NEXT_WEEK]

/** Changes that move the money of weeks. */
const MONEY = [
  ...([
    'something is put on a week',
    'something else is agreed',
    'a file comes late',
    'what came late is accepted',
  ] as const),
  ...(['a statement is voided', 'a car is handed over', 'a car costs something else', 'a setting changes'] as const),
  ...(['a week is approved', 'an approval is undone', 'a row is answered', 'something is agreed no more'] as const),
  ...(['a file is taken back', 'a driver leaves', 'days pass'] as const),
] satisfies ChangeName[]

/** Changes of whose a row is, and of whether it counts. */
const NAMES = [
  ...(['somebody is known who was gone', 'a file comes late', 'two passages are one, or not'] as const),
  ...(['a name is forgotten', 'a name is somebody’s', 'a row is answered', 'an answer is taken back'] as const),
  ...(['a car has another plate', 'a car is handed over', 'a car is given back', 'somebody never had a car'] as const),
  ...(['a car comes', 'two are one', 'one is two after all', 'a file is taken back'] as const),
] satisfies ChangeName[]

const PROOFS: Record<string, Proof> = {
  'who and which car may drive': {
    keeps: ['papers/readiness/queries.server.ts showFleet'],
    begin: ofContracts,
    read: ({ now }) => listDriving(now),
    changes: [
      'a contract is needed, or not',
      ...([
        'a contract is sealed',
        'a contract ends',
        'a car is bought or rented',
        'cars may be older, or not',
        'a car comes',
      ] as const),
      ...(['a car has another plate', 'a car is given back', 'a car is sold', 'a car was not sold'] as const),
      ...(['a paper comes', 'a paper is asked for', 'a driver sends a paper', 'a paper counts no more'] as const),
      ...(['days pass', 'a kind is needed, or not'] as const),
      ...(['a car stands in the workshop', 'a car is handed over', 'two are one', 'one is two after all'] as const),
      ...(['a driver is suspended, or no more', 'a driver is called otherwise', 'something else is agreed'] as const),
      ...(['something is agreed no more', 'a driver leaves', 'a driver comes back'] as const),
    ],
  },
  'contracts that say other terms': {
    keeps: [
      ...['contracts/terms/queries.server.ts compared', 'fleet/terms/queries.server.ts keptTerms'],
      'company/financial-settings/queries.server.ts lastSettings',
    ],
    begin: ofContracts,
    read: ({ now }) => listOtherTerms(now),
    changes: [
      ...(['a contract is sealed', 'days pass', 'a contract is sealed', 'a week is approved'] as const),
      ...([
        'the next week is approved',
        'a car costs something else',
        'a car is handed over',
        'a car is given back',
      ] as const),
      ...(['a setting changes', 'a driver is called otherwise', 'a statement is voided', 'two are one'] as const),
      ...(['one is two after all', 'something else is agreed', 'something is agreed no more'] as const),
      ...(['a driver leaves', 'a driver comes back', 'a contract ends'] as const),
    ],
  },
  'what was driven': {
    keeps: [
      ...['settlements/queries.server.ts heldDays', 'settlements/queries.server.ts drivenWeeks'],
      'fleet/odometers/queries.server.ts keptReadings',
    ],
    begin: () => aFleet(),
    read: async () => (await getWeeks(BOTH)).map(({ statements }) => statements),
    changes: [
      ...(['something else is agreed', 'an odometer is read', 'an odometer is read', 'a car is handed over'] as const),
      ...([
        'a reading was wrong',
        'positions say what was driven',
        'a reading was wrong',
        'an odometer is read',
      ] as const),
      ...(['a car is given back', 'somebody never had a car', 'a car costs something else', 'two are one'] as const),
      ...(['one is two after all', 'a week is approved', 'a driver leaves'] as const),
    ],
  },
  'what referrals came to': {
    keeps: ['adjustments/referrals/queries.server.ts listBroughtWeeks'],
    begin: anApprovedWeek,
    read: ({ now }) => listReferrals(now),
    changes: [
      ...([
        'who brings is paid otherwise',
        'somebody was brought',
        'a file comes late',
        'what came late is accepted',
      ] as const),
      ...([
        'a statement is voided',
        'a week is approved',
        'two are one',
        'one is two after all',
        'a driver leaves',
      ] as const),
      ...(['something is put on a week', 'a name is forgotten', 'a row is answered', 'nobody was brought'] as const),
      ...(['days pass', 'a driver is called otherwise', 'an approval is undone', 'a file is taken back'] as const),
    ],
  },
  'whose rows are': {
    keeps: [
      ...[
        'settlements/gathered/queries.server.ts assignedWeeks',
        'settlements/present-drivers/queries.server.ts rowsOfOthers',
      ],
      ...['imports/owners/queries.server.ts keptDirectory', 'imports/owners/queries.server.ts maybeUnmatched'],
      ...['imports/rows/queries.server.ts listWholeWeeks', 'imports/rows/queries.server.ts idsOfWeeks'],
      ...['imports/rows/queries.server.ts readRows', 'settlements/tolls/queries.server.ts tollsOfWeeks'],
      'weeks/week-sources/queries.server.ts sumsOfWeeks',
    ],
    begin: withFiles,
    read: async () => [
      (await getWeeks([WEEK])).map(({ statements, unmatched }) => [
        statements.map(({ driver, rows }) => [driver, rows]),
        unmatched,
      ]),
      await listPresent(WEEK),
      await listUnmatchedRows(WEEK, 500),
      await listTollWeeks(WEEK),
      await sumsOfWeeks([WEEK], db),
    ],
    changes: NAMES,
  },
  'statements of weeks': {
    keeps: [
      ...['settlements/driver-week.ts drafts', 'settlements/driver-week.ts differencesKept'],
      ...['settlements/frozen-settlements/issued.server.ts kept', 'weeks/radar/queries.server.ts figuresOfStatements'],
      'weeks/radar/queries.server.ts pastKept',
    ],
    begin: anApprovedWeek,
    read: async () => [
      (await getWeeks(BOTH)).map(({ statements }) => statements),
      (await listPastWeeks([NEXT_WEEK]))(NEXT_WEEK),
    ],
    changes: MONEY,
  },
  'what is asked of a week': {
    keeps: ['weeks/radar/queries.server.ts anomaliesKept', 'weeks/unmatched/queries.server.ts platformsKept'],
    begin: withFiles,
    read: ({ now }) => getWeekOutline(WEEK, now),
    changes: [
      ...(['a row is answered', 'an answer is taken back', 'a file comes late', 'a name is forgotten'] as const),
      ...(['a car is handed over', 'something else is agreed', 'a week is approved', 'an approval is undone'] as const),
      ...(['a file is taken back', 'days pass'] as const),
    ],
  },
  'what came late': {
    keeps: [],
    begin: withFiles,
    read: () => listProposals(),
    anew: async () => (await Promise.all(BOTH.map((week) => listProposalsAbout(week)))).flat(),
    changes: [
      ...([
        'a file comes late',
        'two passages are one, or not',
        'a row is answered',
        'an answer is taken back',
      ] as const),
      ...(['a week is approved', 'a name is forgotten', 'a name is somebody’s', 'a car has another plate'] as const),
      ...(['a car comes', 'a car is handed over', 'a car is given back', 'somebody never had a car'] as const),
      ...([
        'what came late is accepted',
        'something is put on a week',
        'a statement is voided',
        'two are one',
      ] as const),
      ...(['one is two after all', 'a file is taken back'] as const),
    ],
  },
  'figures of weeks': {
    keeps: [
      ...['weeks/figures/queries.server.ts figuresOfWeeks', 'weeks/figures/queries.server.ts bookedInWeeks'],
      ...['weeks/figures/queries.server.ts carsInWeeks', 'weeks/cars/queries.server.ts listHeld'],
    ],
    begin: withFiles,
    read: async () => [await companyFigures(BOTH, db), await listCarIncome(BOTH)],
    changes: [
      ...([
        'something else is agreed',
        'a week is approved',
        'a statement is paid',
        'a car has another plate',
      ] as const),
      ...(['a car is handed over', 'a car is given back', 'somebody never had a car', 'a car comes'] as const),
      ...(['a car stands in the workshop', 'a statement is voided', 'two are one', 'one is two after all'] as const),
    ],
  },
  'what a week may come to': {
    keeps: [
      ...['weeks/forecasts/queries.server.ts pastWeeks', 'weeks/forecasts/queries.server.ts kept'],
      'weeks/forecasts/queries.server.ts textOfWeek',
    ],
    begin: anApprovedWeek,
    read: async ({ now }) => [await showForecast(null, now), await pastWeeks([WEEK], db)],
    changes: [
      ...(['a name is forgotten', 'a name is somebody’s', 'a row is answered', 'a statement is voided'] as const),
      ...(['a file comes late', 'something else is agreed', 'a week is approved', 'a car is handed over'] as const),
      ...(['an approval is undone', 'a file is taken back', 'two are one', 'one is two after all'] as const),
    ],
  },
  'goals, and what was done in weeks': {
    keeps: [
      ...['adjustments/goals/progress.server.ts factsOfAll', 'adjustments/goals/progress.server.ts cachedByPeople'],
      ...[
        'adjustments/activity/queries.server.ts keptActivity',
        'adjustments/company-goals/queries.server.ts sumsKept',
      ],
      'adjustments/goals/queries.server.ts keptPrizes',
    ],
    begin: anApprovedWeek,
    read: async ({ now }) => [
      await activityOfWeeks(BOTH, db),
      await listCompanyGoals(now),
      await Promise.all((await listGoals()).map(({ id }) => showGoal(id, { first: null, now }))),
      await listDueGoalsIn(BOTH).then((due) => BOTH.map((week) => due(week))),
    ],
    changes: [
      ...(['a goal is set', 'the company wants something', 'a platform tells of orders', 'a file comes late'] as const),
      'a week is approved',
      ...(['a row is answered', 'a name is forgotten', 'a statement is voided', 'two are one'] as const),
      ...(['one is two after all', 'something else is agreed', 'something is agreed no more'] as const),
      ...(['a car is handed over', 'a car is given back', 'a driver leaves', 'a driver is called otherwise'] as const),
      ...(['an approval is undone', 'a file is taken back', 'days pass'] as const),
    ],
  },
  'hours of work': {
    keeps: ['weeks/working-times/queries.server.ts readTimesOfAll', 'weeks/working-times/queries.server.ts foundIn'],
    begin: anApprovedWeek,
    read: async ({ now }) => [
      await listFleetTimes(now),
      await readTimesOfAll({ from: '2026-05-30', until: '2026-06-14' }, db),
    ],
    changes: [
      ...(['hours come', 'hours come', 'a platform tells of orders', 'two are one', 'one is two after all'] as const),
      ...(['something else is agreed', 'something is agreed no more', 'a file comes late'] as const),
      ...(['a name is forgotten', 'a name is somebody’s', 'a file is taken back', 'days pass'] as const),
      ...(['hours are taken back', 'a driver leaves'] as const),
    ],
  },
}

/** Answers as a process that kept nothing; afterwards this process goes on with what it keeps. */
async function readAnew<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  const { own } = currentOperator()
  const before = [...own]
  forgetKept()
  const forgotten = before.filter(([key]) => !own.has(key))
  try {
    return await read()
  } finally {
    for (const [key, value] of forgotten) own.set(key, value)
  }
}

/** Turns an answer into plain JSON, so that moments, maps and sets are compared by their content. */
function said(answer: unknown): unknown {
  const text = JSON.stringify(answer, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one))
  return JSON.parse(text)
}

/** Makes a change with the first draw that is not refused. */
async function madeSomehow(change: ChangeName, world: World): Promise<void> {
  for (let drawn = 0; drawn < 40; drawn++) if (await makeNamedChange(change, world, drawn)) return
  throw new Error(`Whatever is drawn, it is refused: ${change}`)
}

/** Declarations that keep something from one request to the next. */
const KEEPS = /^(?:export )?const (\w+)\b[^\n]*= (?:keptByTables|keptEach|keptOfOperator|new WeakMap)\b/gm

/** Kept values that are not answers of the database, so none can be out of date. */
const NO_ANSWER = {
  'search/texts/schema.ts saidBy': 'words of the program, by an object of the program',
}

test('whatever is kept between requests has a proof here', () => {
  const sources = execSync(`git ls-files --cached --others --exclude-standard 'src/features/*.ts'`).toString().trim()
  const found = sources
    .split('\n')
    .filter((file) => !file.endsWith('.test.ts') && existsSync(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(KEEPS)].map(
        ([, name]) => `${file.slice('src/features/'.length)} ${name}`,
      ),
    )
  const proved = Object.values(PROOFS).flatMap(({ keeps }) => keeps)
  expect(found.toSorted()).toEqual([...proved, ...Object.keys(NO_ANSWER)].toSorted())
})

const HERE = 'test/kept.db.test.ts'
const MONTHS = 'src/features/accounting/month-deliveries/checks.server.test.ts'

/**
 * The tables that triggers keep up to date, by the triggers' functions, and the test of random changes that proves
 * each.
 */
const BY_TRIGGERS: Record<string, string> = {
  entries_move_accounts: 'test/ledger.db.test.ts',
  rows_move_weeks: 'src/features/imports/queries.server.test.ts',
  audit_event_is_chained: 'src/features/audit/audit-chain/queries.server.test.ts',
  adjustments_mark_weeks: HERE,
  assignments_mark_weeks: HERE,
  keys_mark_weeks: HERE,
  plates_mark_weeks: HERE,
  rows_mark_weeks: HERE,
  months_move: MONTHS,
  all_months_move: MONTHS,
}

/** Triggers that end something which belongs to the changed or removed row. */
const NOTHING_KEPT = new Set(['remove_rows_taken_back', 'voided_statements_let_go_of_receipts'])

test('whatever triggers keep in tables has a proof by random changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc join pg_trigger on tgfoid = pg_proc.oid
    where pronamespace = 'public'::regnamespace
      and prosrc ~* '\\y(insert into|update [a-z_]+ |delete from|perform mark_)'`.execute(db)
  const keeping = rows.map(({ name }) => name).filter((name) => !NOTHING_KEPT.has(name))
  expect(keeping.toSorted()).toEqual(Object.keys(BY_TRIGGERS).toSorted())
  for (const file of new Set(Object.values(BY_TRIGGERS)))
    expect(readFileSync(file, 'utf8'), file).toMatch(/fc\.assert|seed/)
})

test.each(Object.entries(PROOFS))(
  '%s: what is kept equals what is read anew, whatever is changed and whatever day it is',
  { timeout: 600_000 },
  async (_, { begin, read, anew, changes }) => {
    const isTheSame = async (world: World, after: ChangeName) =>
      expect(said(await read(world)), after).toEqual(said(await readAnew(anew ?? (() => read(world)))))
    const beginning = async (): Promise<World> => ({ fleet: await begin(), now: MONDAY })

    const once = await beginning()
    for (const change of changes) {
      await madeSomehow(change, once)
      await isTheSame(once, change)
    }
    const step = fc.record({ change: fc.constantFrom(...changes), drawn: fc.nat({ max: 1_000 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
        const world = await beginning()
        for (const { change, drawn } of steps)
          if (await makeNamedChange(change, world, drawn)) await isTheSame(world, change)
      }),
      { numRuns: tries(2) },
    )
  },
)

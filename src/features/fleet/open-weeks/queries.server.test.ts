import { expect, test } from 'vitest'
import { previousWeek } from '#domain/week.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { acceptAllProposals } from '#features/settlements/proposals/commands.server.ts'
import { listProposals, listProposalViews } from '#features/settlements/proposals/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { sum } from '#domain/money.ts'
import {
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  publicFile,
} from '#test/factories.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import { listWeekRows } from '#features/weeks/week-list/queries.server.ts'
import { listWeeksBeforeFirstPaid } from './queries.server.ts'

/** The first week with income: a report of Bolt. */
const FIRST = previousWeek(WEEK)
/** The week before it, 18 to 24 May. */
const LEFT = previousWeek(WEEK, 2)
const LIST = publicFile('extrato_movimentos')

/** Two tolls of one car in the week before. */
const lateTolls = () =>
  edited(
    LIST,
    (text) =>
      text
        .split('\n')
        .slice(0, 8)
        .join('\n')
        .replaceAll(/0([12])\/06\/2026/g, '2$1/05/2026'),
    'extrato_de_maio.csv',
  )

test('late movements of a week nobody works go on the open week with their days, once, and the week closes', async () => {
  await aFleet()
  await drop([lateTolls()])
  expect(await listWeeksBeforeFirstPaid()).toEqual([])
  await dropPublicSet()
  // Nobody is paid for that week: the open week is the first with income, whatever else came.
  expect(await listWeeksBeforeFirstPaid()).toEqual([LEFT])
  const open = async () => [(await listWeekRows(MONDAY)).next!.week, (await getOverview(MONDAY)).week!.week]
  expect(await open()).toEqual([FIRST, FIRST])
  // The week reads the same before and after the first approval: it misses no file, and offers no statement, terms or
  // sum.
  const closed = {
    questions: [],
    state: 'closed',
    isBeforeFirstPaid: true,
    drivers: [],
    approval: { drivers: 0, withoutTerms: 0 },
    status: { word: 'closed', asks: false, drivers: 0, net: 0 },
  }
  expect(await getWeekPage(LEFT, MONDAY)).toMatchObject(closed)
  expect((await listWeekRows(MONDAY)).weeks.find(({ week }) => week === LEFT)).toMatchObject({
    status: closed.status,
  })
  expect((await listProposals()).map(({ about, on }) => [about, on])).toEqual([[LEFT, FIRST]])
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await listWeeksBeforeFirstPaid()).toEqual([LEFT])
  expect(await open()).toEqual([FIRST, FIRST])

  const late = (await getWeek(LEFT)).statements.flatMap(({ rows }) => rows)
  const total = sum(late.map(({ amount }) => amount))
  const proposals = await listProposals()
  expect(proposals.map(({ about, on }) => [about, on])).toEqual([[LEFT, NEXT_WEEK]])
  const [view] = await listProposalViews(NEXT_WEEK)
  // The week had no statement, and the page claims none.
  expect(view!.net).toBeNull()
  expect([view!.amount, view!.came.map(({ at }) => at)]).toEqual([total, late.map(({ at }) => at!.toString())])
  expect(await getWeekPage(LEFT, MONDAY)).toMatchObject(closed)

  const before = (await getWeek(NEXT_WEEK)).checks.net
  await makeChange((change) => acceptAllProposals(change, NEXT_WEEK, { count: 1, amount: total }))
  expect([await listProposals(), (await getWeek(NEXT_WEEK)).checks.net]).toEqual([[], before + total])
  // Approving the week anyway charges nothing twice.
  expect((await getWeek(LEFT)).statements.find(({ rows }) => rows.length > 0)!.settlement!.net).toBe(0)
})

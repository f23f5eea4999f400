import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import type { WeekState } from '#domain/settlement-state.ts'
import type { WeekWord } from '#domain/week-status.ts'
import { rememberKey } from '#features/imports/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek, undoApproval, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { getDriverHome } from '#features/statements/queries.server.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { type WeekStatusView, statusSentence, statusWords } from '#features/weeks/status/schema.ts'
import { listWeekRows } from '#features/weeks/week-list/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { pt } from '#messages/pt.ts'
import { translator } from '#messages/translate.ts'
import { registerMessages } from '#web/i18n.tsx'
import { OpenWeek } from '#web/routes/admin/overview/open-week.tsx'
import { ApprovalBar } from '#web/routes/admin/weekly/approval-bar.tsx'
import { weekShown } from '#web/routes/admin/weekly/drivers-page.ts'
import { WeekHead } from '#web/routes/admin/weekly/week-head.tsx'
import { stateStops } from '#web/routes/admin/weekly/week-stops.ts'
import { NextWeekCard } from '#web/routes/admin/weekly/weeks.tsx'
import { COMMANDS } from '../src/cli/commands.ts'
import {
  type Fleet,
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  publicFile,
  withoutTerms,
} from './factories.ts'

registerMessages('pt', pt)
const t = translator('pt')

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

/** The files of the week, without the one of the week before it. */
const dropWeek = () => drop(PUBLIC_FILES.filter(({ name }) => !name.includes('25 mai 2026')))
const companyKeeps = () =>
  makeChange(async (change) => {
    const [row] = (await getWeek(WEEK, change.tx)).unmatched
    await rememberKey(change, row!.row.source, row!.row.keys[0]!, { company: true })
  })
const approve = () => makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
const pay = async () => {
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
}

/** The text of a component, as somebody with every power reads it. */
function textOf(component: () => ReturnType<typeof createElement>): string {
  const user = { uid: 'u', email: 'a@example.org', role: 'admin', scopes: ['owner'], driverId: null }
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: component, loader: () => ({ user }) }])
  const html = renderToStaticMarkup(
    createElement(Stub, { initialEntries: ['/'], hydrationData: { loaderData: { root: { user } } } }),
  )
  return (
    html
      .replaceAll('<!-- -->', '')
      // A plate that is not broken at its hyphen is a word of its line.
      .replaceAll(/<span class="[^"]*plate[^"]*">([^<]*)<\/span>/g, '$1')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  )
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Reads the week on each page, on the command line and on a driver's phone, and compares them. */
async function everywhere(state: WeekState, word: WeekWord): Promise<WeekStatusView> {
  const page = await getWeekPage(WEEK, MONDAY)
  const { status } = page
  expect([status.state, status.word]).toEqual([state, word])
  const sentence = spaced(statusSentence(status, t))
  // "12 jun." ends it with its own full stop.
  expect(sentence).not.toContain('..')
  const { action, what } = statusWords(status, t)

  const list = await listWeekRows(MONDAY)
  const row = list.weeks.find(({ week }) => week === WEEK)
  if (row) expect(row.status).toEqual(status)

  const overview = await getOverview(MONDAY)
  const open = overview.week?.week === WEEK ? overview.week : null
  const need = overview.needs.find((one) => one.kind === 'week')
  if (open) expect(open.status).toEqual(status)
  if (need?.kind === 'week' && need.week === WEEK) expect(need).toMatchObject({ word, count: status.count })

  const command = COMMANDS.find(({ name }) => name === 'week')!
  const { json, text } = await command.run({ args: ['2026-W23'], options: {}, t, fromCaller: (path) => path })
  expect(json).toMatchObject({
    state,
    next: word,
    sentence: statusSentence(status, t),
    to_decide: status.toDecide,
  })
  expect(json).toMatchObject(status.hasBegun ? { net: status.net, to_pay: status.toPay } : { net: null, to_pay: null })

  const shown = {
    page: textOf(() => createElement(WeekHead, { page: weekShown(page) })),
    bar: textOf(() => createElement(ApprovalBar, { page: weekShown(page), reach: null })),
    overview: textOf(() =>
      createElement(OpenWeek, {
        week: { week: WEEK, name: page.name, days: [], states: stateStops(status, t), status, unmatched: 0 },
        others: 0,
      }),
    ),
    list: row ? textOf(() => createElement(NextWeekCard, { week: row })) : null,
    command: spaced(text ?? ''),
  }
  for (const said of [shown.page, shown.overview, shown.list ?? sentence, shown.command])
    expect(said).toContain(sentence)
  // Before a file came, none of them shows a sum.
  const sums = [shown.overview, shown.list].filter((one) => one !== null)
  for (const said of sums) {
    if (status.hasBegun) expect(said).toContain(spaced(formatMoney(status.toPay, 'pt')))
    else expect(said).not.toMatch(/\d,\d\d/)
  }
  // An action has the same name everywhere.
  if (word === 'approve' || word === 'export' || word === 'confirm')
    for (const said of [shown.bar, ...sums]) expect(said, what).toContain(action)

  // The phone shows the same amounts as the office's table, and the same state of the statement.
  for (const { id, net, state: own } of page.drivers.filter((one) => one.net !== null)) {
    const home = await getDriverHome(id as OwnDriverId, 'pt', MONDAY)
    const statement = home.statements.find(({ week }) => week === WEEK)
    if (own === 'draft') expect([statement, home.running?.net ?? net]).toEqual([undefined, net])
    else expect(statement).toMatchObject({ net, state: own })
  }
  return status
}

test('a week is told alike on every page, on the command line and on the phone, in each of its states', async () => {
  await everywhere('data', 'files')
  await drop([publicFile('payments_driver')])
  await everywhere('data', 'files')
  await dropWeek()
  expect((await everywhere('review', 'decide')).asks).toBe(true)
  await companyKeeps()
  expect((await everywhere('review', 'approve')).asks).toBe(false)
  await approve()
  await everywhere('approved', 'export')
  await makeChange((change) => undoApproval(change, WEEK, { reason: 'engano' }))
  await everywhere('review', 'approve')
  await approve()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await everywhere('approved', 'confirm')
  await makeChange((change) => confirmBatch(change, batchId))
  expect((await everywhere('closed', 'closed')).toPay).toBe(0)
})

test('who is approved after the bank file is still to be paid, and then both files of a day are counted together', async () => {
  await dropWeek()
  await companyKeeps()
  await approve()
  const { statements } = await getWeek(WEEK)
  const { id } = (await findFrozen(statements[0]!.driver.id, WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Chegou outro relatório'))
  await makeChange((change) => exportBatch(change, WEEK))
  await everywhere('review', 'approve')
  await approve()
  const one = await everywhere('approved', 'export')
  const { payable } = (await findFrozen(statements[0]!.driver.id, WEEK))!.settlement
  expect([one.count, one.total]).toEqual([1, payable])
  await makeChange((change) => exportBatch(change, WEEK))
  const both = await everywhere('approved', 'confirm')
  const paying = statements.filter(({ settlement }) => settlement!.payable > 0)
  expect([both.count, both.total]).toEqual([paying.length, both.toPay])
})

test('a week is told alike where nobody has terms, and where it was paid with a row that belongs to nobody', async () => {
  const { statements } = await getWeek(WEEK)
  await dropWeek()
  await withoutTerms(statements.map(({ driver }) => driver.id))
  await everywhere('calculation', 'decide')
  fleet = await aFleet()
  await dropWeek()
  await approve()
  await everywhere('approved', 'export')
  await pay()
  expect((await everywhere('paid', 'decide')).asks).toBe(true)
})

test('a week is told alike where some of its statements are further than others', async () => {
  await dropWeek()
  await companyKeeps()
  await withoutTerms([fleet.driver('D1')])
  await approve()
  await everywhere('review', 'decide')
  await pay()
  await everywhere('review', 'decide')

  fleet = await aFleet()
  await dropWeek()
  await companyKeeps()
  await approve()
  const one = (await getWeek(WEEK)).statements.find(
    ({ state, settlement }) => state === 'approved' && settlement!.net > 0,
  )!
  await makeChange((change) => voidSettlement(change, one.stored!.id, 'engano'))
  await everywhere('review', 'approve')
  await pay()
  await everywhere('review', 'approve')
  await approve()
  await everywhere('approved', 'export')
})

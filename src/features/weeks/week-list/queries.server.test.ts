import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { nextWeek } from '#domain/week.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutTerms,
} from '#test/factories.ts'
import { listWeekRows } from './queries.server.ts'

beforeEach(async () => {
  await aFleet()
})

test('the list of weeks has the one that has just ended, though nothing came yet', async () => {
  expect(await listWeekRows(MONDAY)).toEqual({ years: [], year: 2026, weeks: [], behind: 0, next: null })
  await dropPublicSet()
  const { weeks, next } = await listWeekRows(MONDAY.add({ hours: 24 * 7 }))
  expect(weeks.map(({ week }) => week)).toContain(NEXT_WEEK)
  const row = weeks.find(({ week }) => week === WEEK)
  expect(row).toMatchObject({ status: { state: 'review', word: 'decide', toDecide: 1, drivers: 8 } })
  expect(next).toEqual(weeks.at(-1))
})

test('in the first week of a fleet its page and the list miss the same: what drivers are known by and nothing brought', async () => {
  await drop([publicFile('payments_driver')])
  const page = await getWeekPage(WEEK, MONDAY)
  const missing = page.sources.filter((one) => one.missing).map(({ source }) => source)
  expect(missing).toEqual(['bolt', 'viaverde', 'prio'])
  const { weeks } = await listWeekRows(MONDAY)
  expect(weeks).toMatchObject([{ week: WEEK, status: { state: 'data', sources: missing } }])
  expect(page.state).toBe('data')
})

test('weeks are listed a year at a time, and what is open of an earlier year is still the next thing to do', async () => {
  await dropPublicSet()
  const nextYear = Temporal.Instant.from('2027-02-15T09:00:00Z')
  const { years, year, weeks, next } = await listWeekRows(nextYear)
  expect({ years, year, weeks: weeks.map(({ name }) => name) }).toEqual({
    years: [2027, 2026],
    year: 2027,
    weeks: ['2027-W06'],
  })
  expect(next).toMatchObject({ name: '2026-W22' })
  expect((await listWeekRows(nextYear, 2026)).weeks).toContainEqual(expect.objectContaining({ week: WEEK }))
  expect((await listWeekRows(nextYear, 1999)).year).toBe(2027)
})

test('a paid week is told from its statements once six newer ones are there', async () => {
  await anApprovedWeek()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  const listedWeek = async () => (await listWeekRows(MONDAY)).weeks.find(({ week }) => week === WEEK)
  const recent = await listedWeek()
  expect(recent).toMatchObject({ status: { state: 'paid', drivers: 8, toPay: 0, toDecide: 1 } })

  for (let later = 1; later <= 6; later++)
    await makeChange((change) => approveWeek(change, nextWeek(WEEK, later), { leaveUnmatched: true }))
  expect(await listedWeek()).toMatchObject({
    status: { ...recent!.status, state: 'closed', word: 'closed', count: 0, asks: false, toDecide: 0 },
  })

  // Only the settled week may be read from a standby: the others still wait for somebody, or have only just ended.
  const { weeks, behind } = await listWeekRows(MONDAY, undefined, async (read) => {
    const value = await read(db)
    return { value: value.map((row) => ({ ...row, name: 'from the standby' })), behind: 7 }
  })
  expect({ behind, from: weeks.filter(({ name }) => name === 'from the standby').map(({ week }) => week) }).toEqual({
    behind: 7,
    from: [WEEK],
  })
})

test('a paid week is told as done only where everybody with a part in it has a statement', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  await withoutTerms([driver('D1')])
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  const row = (await listWeekRows(MONDAY)).weeks.find(({ week }) => week === WEEK)
  expect(row).toMatchObject({ status: { state: 'review', drivers: 8, toDecide: 2 } })
})

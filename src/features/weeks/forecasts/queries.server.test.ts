import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  dropPublicSet,
  emptyDatabase,
} from '#test/factories.ts'
import { mailNegativeForecasts } from './commands.server.ts'
import { showForecast } from './queries.server.ts'

const THURSDAY = Temporal.Instant.from('2026-06-11T09:00:00Z')

beforeEach(emptyDatabase)

test('with all files of a week in, the forecast of every driver is the net of the statement, and nothing is guessed', async () => {
  await aFleet()
  await dropPublicSet()
  const { statements, checks } = await getWeek(WEEK)
  const { drivers, reported, cash, open } = await showForecast(WEEK, MONDAY)
  expect(open.map(({ week }) => week)).toEqual([NEXT_WEEK, WEEK])
  expect(reported.filter(({ cameAt }) => cameAt !== null).map(({ days }) => days)).toEqual([7, 7, 7, 7, 7])
  const nets = new Map(statements.map(({ driver, settlement }) => [driver.id, settlement?.net]))
  expect(drivers).toHaveLength(8)
  for (const { driver, likely, low, high, known } of drivers) {
    const net = nets.get(driver.id)
    expect([likely, low, high, known]).toEqual([net, net, net, net])
  }
  expect(cash.payable.likely).toBe(checks.payable)
})

test('a week without files is guessed from the own weeks before, and an approved one is no guess any more', async () => {
  const fleet = await anApprovedWeek()
  const { week, drivers, open, issued } = await showForecast(WEEK, THURSDAY)
  expect([week, open.map((one) => one.week), issued]).toEqual([NEXT_WEEK, [NEXT_WEEK], 0])
  const one = drivers.find(({ driver }) => driver.id === fleet.driver('D1'))
  expect(one?.weeks).toBe(1)
  expect(one?.missing.every(({ days }) => days === 0)).toBe(true)
  const before = await db
    .selectFrom('settlements')
    .select('earnings_cents')
    .where('driver_id', '=', fleet.driver('D1'))
    .executeTakeFirstOrThrow()
  expect(before.earnings_cents).toBeGreaterThan(0)
  expect(one?.likely).toBeGreaterThan(one?.known ?? 0)
  expect(one?.isBlind).toBe(false)
})

test('the office is told from Thursday on, once a week, of who may end it below nothing', async () => {
  await anApprovedWeek()
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  const mails = () =>
    db.selectFrom('mail_outbox').select('params').where('template', '=', 'negative-forecast').execute()
  await mailNegativeForecasts(THURSDAY)
  const { drivers } = await showForecast(null, THURSDAY)
  const negative = drivers.filter(({ likely }) => likely < 0).length
  expect(await mails()).toHaveLength(negative > 0 ? 1 : 0)
  await asOwner(`update settlements set sources = jsonb_set(sources, '{fuel}', '-900000')`)
  await mailNegativeForecasts(THURSDAY.subtract({ hours: 24 }))
  expect(await mails()).toHaveLength(negative > 0 ? 1 : 0)
  await Promise.all([
    mailNegativeForecasts(THURSDAY.add({ hours: 1 })),
    mailNegativeForecasts(THURSDAY.add({ hours: 1 })),
  ])
  await mailNegativeForecasts(THURSDAY.add({ hours: 24 }))
  expect(await mails()).toHaveLength(1)
})

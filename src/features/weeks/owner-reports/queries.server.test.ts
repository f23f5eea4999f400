import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { periodOfWeek, readFiguresPeriod } from '#domain/performance.ts'
import { ZONE, nextWeek } from '#domain/week.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, dropPublicSet, makeChange } from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { findNewestReported, reportOnPaper, reportPeriod } from './queries.server.ts'
import { DESTINATIONS } from './schema.ts'

const NOW = Temporal.PlainDate.from(nextWeek(WEEK)).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()

beforeEach(async () => {
  await aFleet()
  await dropPublicSet()
})

test('what platforms paid is the sum of where it went, and each amount is the ledger’s, to the cent', async () => {
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { money, statements, open, drivers } = await reportPeriod(periodOfWeek(WEEK), NOW)
  const booked = await db
    .selectFrom('entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .select(({ fn }) => ['code', fn.sum<number>('amount_cents').as('amount')])
    .where('journals.week', '=', WEEK)
    .groupBy('code')
    .execute()
  const ledger = Object.fromEntries(
    booked.map(({ code, amount }) => [code, Number(amount)]).filter(([, cents]) => cents !== 0),
  )
  const entries = [
    ...money.came.map(({ account, amount }) => [account, 0 - amount]),
    ...DESTINATIONS.flatMap((one) => money.went[one].lines.map(({ account, amount }) => [account, amount])),
  ]
  expect(Object.fromEntries(entries)).toEqual(ledger)
  expect(money.in).toBe(DESTINATIONS.reduce((total, one) => total + money.went[one].amount, 0))
  expect(money.in).toBeGreaterThan(0)
  const nets = await db.selectFrom('settlements').select('net_cents').where('state', '<>', 'void').execute()
  expect(drivers.reduce((total, { net }) => total + net, 0)).toBe(nets.reduce((total, one) => total + one.net_cents, 0))
  expect([statements, open]).toEqual([nets.length, []])
})

test('a week that nobody approved has no money and is named as open; one to come is not', async () => {
  const { money, open, drivers, odd } = await reportPeriod(readFiguresPeriod('2026-06'), NOW)
  expect([money.in, money.paid, drivers, odd]).toEqual([0, 0, [], []])
  expect(open).toEqual(['2026-W23'])
  expect(await findNewestReported()).toBeNull()
})

test('a week before anything came in is not named as open', async () => {
  const { open } = await reportPeriod(readFiguresPeriod('2026-04'), NOW)
  expect(open).toEqual([])
})

test('on paper a period without statements says so in place of zeros, and names weeks as people read them', async () => {
  const words = async (period: string, language: 'pt' | 'en') =>
    textIn((await reportOnPaper(readFiguresPeriod(period), NOW, language)).bytes).join(' ')
  const [portuguese, english] = [await words('2026-06', 'pt'), await words('2026-W23', 'en')]
  expect(portuguese).toContain('não medido')
  expect(portuguese).toContain('Neste período não há extratos')
  expect(portuguese).toContain('Semana 23')
  expect(english).toContain('There are no statements in this period')
  expect(english).toContain('week 23, 1–7 Jun 2026')
  expect(portuguese + english).not.toMatch(/0,00|0\.00|2026-W/)
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const whole = await words('2026-W23', 'pt')
  expect(whole).toContain('Já pago aos motoristas')
  // The week before has no data to compare with.
  expect(whole).not.toMatch(/semana 22|2026-W/)
})

test('who is left with a debt is odd, and who earned and now does not', async () => {
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { odd, drivers } = await reportPeriod(periodOfWeek(WEEK), NOW)
  expect(
    odd
      .filter(({ kind }) => kind === 'negative')
      .map(({ driver }) => driver.id)
      .toSorted(),
  ).toEqual(
    drivers
      .filter(({ net }) => net < 0)
      .map(({ id }) => id)
      .toSorted(),
  )
  // Nothing of the next week is approved, so nobody counts as missing in it yet.
  const next = await reportPeriod(periodOfWeek(nextWeek(WEEK)), NOW)
  expect([next.odd, next.moneyBefore.in > 0]).toEqual([[], true])
})

import { beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { saveFetchedDrivers, saveFetchedOrders, markComplete } from '#features/connections/collected/commands.server.ts'
import type { BoltOrder } from '#integrations/connections/bolt-answers.ts'
import { MONDAY, WEEK, aFleet, asOwner, drop, makeChange, publicFile } from '#test/factories.ts'
import { answerDifference, takeBackAnswer } from './commands.server.ts'
import { getComparedWeek, listComparedWeeks, listDifferingWeeks } from './queries.server.ts'

const FILE = publicFile('2026W23')
const ANSWERING = { provider: 'bolt', company: '63530', now: MONDAY } as const
const TUESDAY = Temporal.Instant.from('2026-06-02T10:00:00+01:00')

/** Drivers of the published file, with the amounts that it gives for each, in cents. */
function ofFile() {
  const [head = '', ...lines] = new TextDecoder().decode(FILE.bytes).split('\n')
  const cells = (line: string) => line.split('","').map((cell) => cell.replaceAll('"', ''))
  const place = (name: string) => cells(head).indexOf(name)
  return lines.filter(Boolean).map((line) => {
    const said = (name: string) => Math.round(Number(cells(line)[place(name)]) * 100)
    return {
      id: cells(line)[place('Identificador do motorista')] ?? '',
      email: cells(line)[place('Email')] ?? '',
      amounts: {
        ride: 0,
        net: 0,
        tip: said('Gorjetas dos passageiros|€'),
        toll: said('Portagens|€'),
        booking: said('Taxas de reserva|€'),
        cancellation: said('Taxas de cancelamento|€'),
        commission: said('Comissões|€'),
      },
    }
  })
}

const DRIVERS = ofFile()

/** One order for each driver, with the amounts of the file; `more` is a late tip for the first driver. */
function orders(more = 0): BoltOrder[] {
  return DRIVERS.map(({ id, amounts }, at) => ({
    reference: `order-${at}`,
    status: 'finished',
    driver: id === '' ? `unnamed-${at}` : id,
    plate: null,
    payment: null,
    createdAt: TUESDAY,
    acceptedAt: TUESDAY,
    pickedUpAt: TUESDAY,
    droppedOffAt: TUESDAY.add({ minutes: 20 }),
    finishedAt: TUESDAY.add({ minutes: 20 }),
    cancelledAt: null,
    metres: 5_000,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name, cents(amount + (name === 'tip' && at === 0 ? more : 0))]),
    ) as BoltOrder['amounts'],
  }))
}

const keep = (some: readonly BoltOrder[], until = MONDAY) =>
  makeChange(async (change) => {
    await saveFetchedOrders(change.tx, ANSWERING, some)
    await markComplete(change.tx, 'bolt', { from: MONDAY.subtract({ hours: 24 * 14 }), until })
  })

beforeEach(async () => {
  await aFleet()
  await makeChange((change) =>
    saveFetchedDrivers(
      change.tx,
      ANSWERING,
      DRIVERS.map(({ id, email }, at) => ({
        id: id === '' ? `unnamed-${at}` : id,
        name: `Motorista ${at}`,
        email,
        phone: null,
        state: 'active',
        takesCash: null,
        plate: null,
        reason: null,
      })),
    ),
  )
})

test('a week whose orders come to its file is equal to the cent, also for who is named by e-mail alone', async () => {
  await keep(orders())
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'no-file', drivers: DRIVERS.length })
  await drop([FILE])
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'equal', differences: [], trips: DRIVERS.length })
})

test('a cent of difference asks, a reason ends it, and another difference asks again', async () => {
  await drop([FILE])
  await keep(orders(1))
  const said = DRIVERS[0]!.amounts.tip
  expect(await getComparedWeek(WEEK)).toMatchObject({
    state: 'differs',
    differences: [{ driver: 'Motorista 0', part: 'tips', file: said, orders: said + 1 }],
  })
  expect(await listDifferingWeeks(4)).toEqual([WEEK])
  await makeChange((change) => answerDifference(change, WEEK, 'A gorjeta entra na semana seguinte'))
  expect(await listComparedWeeks(4)).toMatchObject([
    { state: 'answered', answer: { reason: 'A gorjeta entra na semana seguinte' } },
  ])
  await keep(orders(2))
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'differs', answer: null })
  await keep(orders(1))
  await makeChange((change) => takeBackAnswer(change, WEEK))
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'differs' })
  await keep(orders())
  await expect(makeChange((change) => answerDifference(change, WEEK, 'Nada'))).rejects.toMatchObject({
    code: 'comparison.equal',
  })
})

test('a week that is not there from end to end is not compared, and one of nothing is not found', async () => {
  await drop([FILE])
  await keep(orders(1), MONDAY.subtract({ hours: 24 }))
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'partial', differences: [] })
  expect(await listComparedWeeks(4)).toEqual([])
  await keep(orders(1))
  expect(await getComparedWeek(WEEK)).toMatchObject({ state: 'differs' })
  await asOwner('delete from platform_days')
  await expect(getComparedWeek(WEEK)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('whoever is in the file alone differs by all of it', async () => {
  await drop([FILE])
  await keep(orders().slice(1))
  const { amounts, id } = DRIVERS[0]!
  expect((await getComparedWeek(WEEK)).differences).toContainEqual({
    driver: id,
    part: 'commission',
    file: amounts.commission,
    orders: 0,
  })
})

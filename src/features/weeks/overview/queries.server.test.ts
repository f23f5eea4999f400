import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { dropPreparation, prepareContract } from '#features/contracts/preparations/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { declineRequest, requestAdvance } from '#features/plans/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { translator } from '#messages/translate.ts'
import {
  NEXT_WEEK,
  PUBLIC_FILES,
  type Fleet,
  MONDAY,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutTerms,
  asOwner,
  withoutIban,
  paidBy,
} from '#test/factories.ts'
import { getOverview, shownNeed } from './queries.server.ts'
import type { Need } from './schema.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
  await db
    .updateTable('company')
    .set({
      debtor_iban: sealFor('company.debtor_iban', '1', 'PT50000201231234567890154'),
      nipc: '500000000',
      licence_expires_on: '2028-01-01',
    })
    .execute()
})

/** The files of the week, without the one of the week before. */
const dropWeek = () => drop(PUBLIC_FILES.filter(({ name }) => !name.includes('25 mai 2026')))

const needs = async (now = MONDAY) => (await getOverview(now)).needs
const kinds = async (now = MONDAY) => (await needs(now)).map(({ kind }) => kind)
async function need<Kind extends Need['kind']>(kind: Kind, now = MONDAY) {
  return (await needs(now)).find((one): one is Extract<Need, { kind: Kind }> => one.kind === kind)
}

test('a fleet whose week has just ended is asked for its files', async () => {
  const { week, isNew } = await getOverview(MONDAY)
  expect({ week: week?.week, isNew }).toEqual({ week: WEEK, isNew: false })
  expect(await need('week')).toMatchObject({
    word: 'files',
    name: '2026-W23',
    sources: ['uber', 'bolt', 'viaverde', 'prio'],
  })
  expect(await kinds()).not.toContain('source-missing')
})

test('what nobody claims is told once: by its week while that is to be decided, and with its money after', async () => {
  await dropWeek()
  expect(await need('week')).toMatchObject({ word: 'decide', count: 1 })
  expect(await need('unmatched')).toBeUndefined()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await need('week')).toMatchObject({ word: 'export' })
  expect(await need('unmatched')).toEqual({ kind: 'unmatched', count: 1, total: -130 })
})

test('a contested line waits with its own amount until it is answered, and the week goes on being paid', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const line = { driver: fleet.driver('D1') as OwnDriverId, week: WEEK, ordinal: 0 }
  const { settlement } = (await findFrozen(line.driver, WEEK))!
  const only = await makeChange((change) => contestLine(change, line, { cause: 'missing', words: 'Falta uma viagem.' }))
  expect(await need('dispute')).toEqual({
    kind: 'dispute',
    count: 1,
    total: settlement.lines[0]!.amount,
    only,
    by: '2026-06-16',
    late: false,
  })
  expect(await need('week')).toMatchObject({ word: 'export' })
  await makeChange((change) => declineDispute(change, only, 'A viagem está na semana seguinte.'))
  expect(await need('dispute')).toBeUndefined()
})

test('the steps of a week follow each other until nothing is left of it', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { count, total } = (await getOverview(MONDAY)).week!.payable
  const toPay = { count, total }
  expect(await need('week')).toMatchObject({ word: 'export', ...toPay })

  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  expect(await need('week')).toMatchObject({ word: 'confirm', batch: batchId, late: false, ...toPay })
  const later = MONDAY.add({ hours: 24 * 5 })
  expect(await need('week', later)).toMatchObject({ word: 'confirm', late: true })
  expect(await kinds(later)).not.toContain('late-batch')

  await makeChange((change) => confirmBatch(change, batchId, new Map()))
  expect(await need('week')).toBeUndefined()
  expect((await getOverview(MONDAY)).week).toBeNull()
  expect(await need('week', later.add({ hours: 24 * 5 }))).toMatchObject({ word: 'files', week: NEXT_WEEK })
})

test('of two open weeks the older one comes first', async () => {
  await dropPublicSet()
  const { week, othersOpen } = await getOverview(MONDAY)
  expect({ week: week!.week, othersOpen }).toEqual({ week: '2026-05-25', othersOpen: 1 })
})

test('a bank file of another week whose day has passed is asked about', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await asOwner(`update payment_batches set week = '${NEXT_WEEK}' where id = ${batchId}`)
  expect(await need('late-batch')).toBeUndefined()
  expect(await need('late-batch', MONDAY.add({ hours: 24 * 5 }))).toMatchObject({ batch: batchId, week: NEXT_WEEK })
})

test('a statement voided in a paid week opens it again', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const voided = fleet.driver('D1')
  const frozen = await db.selectFrom('settlements').select(['id', 'driver_id']).where('payable_cents', '>', 0).execute()
  for (const { id, driver_id } of frozen) {
    if (driver_id !== voided) await makeChange((change) => payOne(change, id, paidBy('em dinheiro')))
  }
  const mistaken = frozen.find(({ driver_id }) => driver_id === voided)!
  await makeChange((change) => voidSettlement(change, mistaken.id, 'engano'))
  expect((await getOverview(MONDAY)).week?.week).toBe(WEEK)
})

test('drivers without terms, account or keys are counted, the first three by name', async () => {
  const everybody = await db.selectFrom('drivers').select('id').execute()
  await withoutTerms(everybody.map(({ id }) => id))
  await db.deleteFrom('source_keys').where('driver_id', 'is not', null).execute()
  await withoutIban(fleet.driver('D2'))
  expect(await need('no-terms')).toMatchObject({ count: 8, drivers: [{}, {}, {}] })
  expect(await need('no-keys')).toMatchObject({ count: 8 })
  expect(await need('iban-missing')).toMatchObject({ drivers: [{ ref: 'D2' }] })
})

test('a changed account is on hold, and then no longer asks', async () => {
  await makeChange((change) =>
    changeIban(change, fleet.driver('D1'), { iban: 'PT50002700000001234567833', holder: '' }),
  )
  expect(await need('iban-held')).toMatchObject({ count: 1, drivers: [{ ref: 'D1' }] })
  expect(await need('iban-held', MONDAY.add({ hours: 49 }))).toBeUndefined()
})

test('whoever owes is named with the debt, the largest first', async () => {
  await db.updateTable('vehicles').set({ rent_cents: 90_000 }).execute()
  for (const { id, driver_id } of await db.selectFrom('terms').select(['id', 'driver_id']).execute()) {
    const terms: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(900_00) }
    await makeChange((change) => changeTerms(change, driver_id, id, { terms, reason: 'renda' }))
  }
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const debt = await need('negative')
  expect(debt!.count).toBeGreaterThan(0)
  const balances = debt!.drivers.map(({ balance }) => balance)
  expect(balances).toEqual(balances.toSorted((a, b) => a - b))
  expect(debt!.total).toBeLessThanOrEqual(balances[0]!)
})

test('the company is asked for what payments and statements need, and for a licence that ends within 60 days', async () => {
  expect(await kinds()).not.toEqual(expect.arrayContaining(['licence']))
  await db
    .updateTable('company')
    .set({ debtor_iban: null, nipc: '500000001', licence_expires_on: '2026-08-07' })
    .execute()
  expect(await need('company-iban')).toMatchObject({ state: 'missing' })
  expect(await need('company-nipc')).toMatchObject({ state: 'invalid' })
  expect(await need('licence')).toMatchObject({ state: 'expiring' })
  await db.updateTable('company').set({ licence_expires_on: '2026-08-08' }).execute()
  expect(await need('licence')).toBeUndefined()
  await db.updateTable('company').set({ licence_expires_on: '2026-06-07' }).execute()
  expect(await need('licence')).toMatchObject({ state: 'expired' })
})

test('the company in figures: only weeks all money has left, from settlements and ledger', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect((await getOverview(MONDAY)).figures).toEqual({ weeks: [], idle: null, cars: [] })

  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId, new Map()))
  const { weeks, idle } = (await getOverview(MONDAY)).figures
  const settled = await db.selectFrom('settlements').select(['payable_cents', 'earnings_cents']).execute()
  const booked = await db.selectFrom('ledger_accounts').select(['code', 'balance_cents']).execute()
  const balance = (code: string) => booked.find((account) => account.code === code)!.balance_cents
  expect(weeks).toEqual([
    {
      week: WEEK,
      name: '2026-W23',
      paid: settled.reduce((total, { payable_cents }) => total + payable_cents, 0),
      fee: balance('income:fee'),
      rent: balance('income:rent'),
      drivers: settled.filter(({ earnings_cents }) => earnings_cents > 0).length,
      cars: expect.any(Number),
    },
  ])
  const fleetSize = await db.selectFrom('vehicles').where('status', '=', 'active').select('id').execute()
  expect(weeks[0]!.cars! + idle!).toBe(fleetSize.length)
  expect(weeks[0]!.cars).toBeGreaterThan(0)
})

test('cars are not measured while nobody says who has which', async () => {
  await drop([publicFile('payments_driver')])
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const frozen = await db.selectFrom('settlements').select('id').where('payable_cents', '>', 0).execute()
  for (const { id } of frozen) await makeChange((change) => payOne(change, id, paidBy('em dinheiro')))
  await db.deleteFrom('assignments').execute()
  const { weeks, idle } = (await getOverview(MONDAY)).figures
  expect([weeks[0]!.cars, idle]).toEqual([null, null])
})

test('a new operator is led from the company to the first approved week; then the way is gone', async () => {
  const start = async () => (await getOverview(MONDAY)).start
  const open = async () => (await start())!.steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
  expect(await start()).toMatchObject({ week: null, drivers: 8, termless: 0 })
  expect(await open()).toEqual(['company', 'files', 'invitations', 'week'])
  await dropWeek()
  expect(await open()).toEqual(['company', 'invitations', 'week'])
  expect(await start()).toMatchObject({ week: '2026-W23' })
  // A file of an older week among them sends nobody back to that week.
  await drop([publicFile('25 mai')])
  expect(await start()).toMatchObject({ week: '2026-W23' })
  const everybody = await db.selectFrom('drivers').select('id').execute()
  await withoutTerms(everybody.map(({ id }) => id))
  await withoutIban(fleet.driver('D2'))
  expect(await open()).toEqual(['company', 'terms', 'ibans', 'invitations', 'week'])
  expect(await start()).toMatchObject({ termless: 8, unpayable: 1 })
})

test('once a week is approved, nobody is told how to begin', async () => {
  await dropWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect((await getOverview(MONDAY)).start).toBeNull()
})

test('what was left undone on that way waits among the rest once a week is approved', async () => {
  await dropWeek()
  expect(await kinds()).not.toContain('uninvited')
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await need('uninvited')).toEqual({ kind: 'uninvited', count: 8 })
  expect(await need('facts')).toMatchObject({ kind: 'facts' })
})

test('a month that changed since it went to the accountant is told, and leads to what changed', async () => {
  await asOwner(`with given as (insert into month_deliveries (month, figures, delivered_at) values ('2026-05', '[]', '2026-06-05T09:00:00Z') returning id)
    insert into month_checks (delivery_id, month, is_changed, checked_at) select id, '2026-05', true, '2026-06-06T09:00:00Z' from given`)
  const told = await need('month-changed')
  expect(told).toEqual({ kind: 'month-changed', count: 1, newest: '2026-05' })
  expect(shownNeed(told!, translator('pt'))).toMatchObject({
    detail: 'O contabilista tem os números antigos de maio de 2026.',
    to: '/admin/accounting/2026-05',
  })
})

test('a request of a driver waits until it is answered', async () => {
  const asked = { total: cents(10_000), count: 4, first: NEXT_WEEK, reason: 'Pneus', interest: basisPoints(0) }
  await makeChange((change) => requestAdvance(change, fleet.driver('D2') as OwnDriverId, asked))
  expect(await need('requests')).toEqual({ kind: 'requests', count: 1 })
  const { id } = await db.selectFrom('plans').select('id').where('state', '=', 'requested').executeTakeFirstOrThrow()
  await makeChange((change) => declineRequest(change, id, 'Fica para depois'))
  expect(await need('requests')).toBeUndefined()
})

test('a contract that was begun waits, with what it still lacks, and leads to its form', async () => {
  const driver = fleet.driver('D2')
  await makeChange((change) =>
    prepareContract(
      change,
      { driver, kind: 'own-car', language: 'pt', startsOn: '2026-06-08' },
      { driverAddress: 'Rua A' },
    ),
  )
  const begun = await need('contract-begun')
  expect(begun).toMatchObject({ count: 1, oldest: { driver } })
  expect(begun!.oldest.open).toContain('driverLicence')
  expect(begun!.oldest.open).not.toContain('driverAddress')
  const { detail, to } = shownNeed(begun!, translator('pt'))
  expect(detail).toContain('carta de condução e validade')
  expect(to).toBe(`/admin/contracts/new?driver=${driver}&kind=own-car&language=pt`)
  await makeChange((change) => dropPreparation(change, driver, 'own-car'))
  expect(await need('contract-begun')).toBeUndefined()
})

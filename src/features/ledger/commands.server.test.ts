import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { paymentPostings } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { type Fleet, MONDAY, WEEK, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import { type Journal, postJournal, postJournals, reverseJournal } from './commands.server.ts'
import { ledgerSum, listCarried } from './queries.server.ts'

const DAY = MONDAY.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()

const journal = (fleet: Fleet, key: string, amount: number, ref = 'D1'): Journal => ({
  key,
  kind: 'payment',
  driverId: fleet.driver(ref),
  week: WEEK,
  effectiveOn: DAY,
  postings: paymentPostings(cents(amount)),
})
const post = (one: Journal) => makeChange((change) => postJournal(change, one))
const bank = async () =>
  (await db.selectFrom('ledger_accounts').select('balance_cents').where('code', '=', 'bank').executeTakeFirstOrThrow())
    .balance_cents

test('the same journal posted again, also by many at once, moves nothing twice', async () => {
  const fleet = await aFleet()
  await Promise.all(Array.from({ length: 12 }, () => post(journal(fleet, 'payment:1', 12_00))))
  await post(journal(fleet, 'payment:1', 12_00))
  expect(await bank()).toBe(12_00)
  expect(await ledgerSum()).toBe(0)
})

test('the same key twice in one posting moves once, and the others with it are posted', async () => {
  const fleet = await aFleet()
  const journals = [
    journal(fleet, 'payment:1', 12_00),
    journal(fleet, 'payment:2', 5_00, 'D2'),
    journal(fleet, 'payment:1', 99_00),
  ]
  await makeChange((change) => postJournals(change, journals))
  await makeChange((change) => postJournals(change, journals))
  expect(await bank()).toBe(17_00)
  expect(await ledgerSum()).toBe(0)
})

test('a journal without movement is not posted', async () => {
  const fleet = await aFleet()
  await post({ ...journal(fleet, 'empty', 1), postings: [] })
  expect(await db.selectFrom('journals').select('id').execute()).toEqual([])
})

test('a journal that does not balance is refused as a whole', async () => {
  const fleet = await aFleet()
  const lame = {
    ...journal(fleet, 'lame', 5_00),
    postings: [
      { account: 'bank' as const, amount: cents(5_00) },
      { account: 'current' as const, amount: cents(-4_99) },
    ],
  }
  await expect(post(lame)).rejects.toThrow('does not balance')
  expect([await bank(), await ledgerSum()]).toEqual([0, 0])
})

test('a reversal is the exact negative, once', async () => {
  const fleet = await aFleet()
  await post(journal(fleet, 'payment:1', 12_00))
  for (let time = 0; time < 3; time++) await makeChange((change) => reverseJournal(change, 'payment:1', DAY))
  expect(await bank()).toBe(0)
  const entries = await db
    .selectFrom('entries')
    .select(['account_id', 'amount_cents'])
    .orderBy('journal_id')
    .orderBy('account_id')
    .execute()
  expect(entries).toHaveLength(4)
  expect(entries.slice(2)).toEqual(
    entries.slice(0, 2).map(({ account_id, amount_cents }) => ({ account_id, amount_cents: -amount_cents })),
  )
  await makeChange((change) => reverseJournal(change, 'payment:unknown', DAY))
  expect(await db.selectFrom('journals').select('id').execute()).toHaveLength(2)
})

test('many journals on the same accounts at the same moment lose nothing', async () => {
  const fleet = await aFleet()
  const refs = ['D1', 'D2', 'D3', 'D4']
  const all = Array.from({ length: 60 }, (_, at) => journal(fleet, `payment:${at}`, at + 1, refs[at % refs.length]))
  await Promise.all(all.map(post))
  expect(await bank()).toBe((60 * 61) / 2)
  const ofTheLedger = (await examineBooks()).filter(({ number }) => number <= 8)
  expect(ofTheLedger.filter(({ broken }) => broken > 0)).toEqual([])
})

test('whoever was paid too much owes it; whoever waits for his money owes nothing', async () => {
  const fleet = await anApprovedWeek()
  expect([...(await listCarried()).keys()]).toEqual([fleet.driver('D7')])
  await post(journal(fleet, 'payment:1', 5_00))
  expect((await listCarried()).get(fleet.driver('D1'))).toBe(-5_00)
})

import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { paymentPostings } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { type Fleet, MONDAY, WEEK, aFleet, anApprovedWeek, change } from '#test/factories.ts'
import { type Journal, postJournal, reverseJournal } from './commands.server.ts'
import { examineBooks, ledgerSum, listCarried } from './queries.server.ts'

const DAY = MONDAY.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()

const journal = (fleet: Fleet, key: string, amount: number, ref = 'D1'): Journal => ({
  key,
  kind: 'payment',
  driverId: fleet.driver(ref),
  week: WEEK,
  effectiveOn: DAY,
  postings: paymentPostings(cents(amount)),
})
const post = (one: Journal) => change((deed) => postJournal(deed, one))
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
  for (let time = 0; time < 3; time++) await change((deed) => reverseJournal(deed, 'payment:1', DAY))
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
  await change((deed) => reverseJournal(deed, 'payment:unknown', DAY))
  expect(await db.selectFrom('journals').select('id').execute()).toHaveLength(2)
})

test('many journals on the same accounts at the same moment lose nothing', async () => {
  const fleet = await aFleet()
  const refs = ['D1', 'D2', 'D3', 'D4']
  const all = Array.from({ length: 60 }, (_, at) => journal(fleet, `payment:${at}`, at + 1, refs[at % refs.length]))
  await Promise.all(all.map(post))
  expect(await bank()).toBe((60 * 61) / 2)
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
  const { rows } = await sql<{ gaps: number }>`select count(*)::int as gaps from (
    select balance_after_cents - amount_cents <> coalesce(lag(balance_after_cents) over chain, 0) as broken from entries
    window chain as (partition by account_id order by account_version)) links where broken`.execute(db)
  expect(rows[0]?.gaps).toBe(0)
})

test('whoever was paid too much owes it; whoever waits for his money owes nothing', async () => {
  const fleet = await anApprovedWeek()
  expect([...(await listCarried()).keys()]).toEqual([fleet.driver('D7')])
  await post(journal(fleet, 'payment:1', 5_00))
  expect((await listCarried()).get(fleet.driver('D1'))).toBe(-5_00)
})

test('an account that was tampered with is found', async () => {
  await anApprovedWeek()
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  await owner.query(
    `update ledger_accounts set balance_cents = balance_cents + 1, version = version + 1 where code = 'bank'`,
  )
  await owner.query(`set session_replication_role = replica; update settlement_lines set amount_cents = amount_cents + 1 where ordinal = 0;
    update entries set amount_cents = amount_cents + 1 where line = 0`)
  await owner.end()
  const broken = (await examineBooks()).filter((finding) => finding.broken > 0)
  expect(broken.map(({ check }) => check)).toEqual([
    'ledger-sum',
    'journals-balance',
    'balances-stored',
    'versions-chain',
    'groups-sum',
  ])
})

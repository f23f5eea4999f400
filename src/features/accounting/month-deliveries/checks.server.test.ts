import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { bounds, nextWeek } from '#domain/week.ts'
import { monthOfWeek } from '#domain/month.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { WEEK, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { deliverMonth, checkDeliveredMonths } from './commands.server.ts'
import { compareAnew, figuresOfMonth, listCompared, listDeliveries } from './queries.server.ts'
import { seenFigures } from './schema.ts'

const MONTH = monthOfWeek(WEEK)
const LATER = bounds(nextWeek(WEEK, 6)).start

async function delivered() {
  const fleet = await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  const seen = seenFigures(await figuresOfMonth(MONTH))
  await makeChange((change) => deliverMonth(change, MONTH, seen), { at: LATER })
  await checkDeliveredMonths(LATER)
  return fleet
}

const isKept = async () =>
  (await statementsOf(() => listDeliveries())).every(({ words }) => !words.includes('settlement_lines'))

/** Writes that may change a month that is over, table by table; some of them change no figure. */
const ACTS: readonly string[] = [
  `update batch_payments set state = 'rejected', rejected_reason = 'AC04' where settlement_id = (select min(settlement_id::text)::uuid from batch_payments where state = 'sent')`,
  `insert into journals (key, kind, effective_on) values (gen_random_uuid()::text, 'payment', '2026-06-15');
    select post_entries(array[id, id], (select array_agg(a.id) from (select id from ledger_accounts where driver_id is null order by id limit 2) a),
      array[100, -100]) from (select currval(pg_get_serial_sequence('journals', 'id')) as id) made`,
  `update settlements set state = 'void' where id = (select id from settlements where state <> 'void' and not exists (select from batch_payments where settlement_id = settlements.id) order by id limit 1)`,
  `update settlements set paid_on = '2026-06-20', state = 'paid', approved_at = coalesce(approved_at, now()) where id = (select id from settlements where state = 'approved' and payable_cents > 0 order by id limit 1)`,
  `update import_rows set state = 'undone' where id = (select id from import_rows where kind = 'earning' and state = 'live' order by id limit 1)`,
  `insert into row_answers (press, source, report, account, week, key, says, reason, answered_at)
    select gen_random_uuid(), source, report, account, week, key, 'nothing', 'Medida', now() from import_rows where kind = 'earning' and state = 'live' order by id desc limit 1 on conflict do nothing`,
  `delete from row_answers where reason = 'Medida'`,
  `insert into financial_settings (name, value, valid_from, reason, created_at) values ('transportVat', '1300', '2026-05-04', 'Lei', now())`,
  `insert into invoice_rules (kind, treatment, from_month, said_at) values ('other', 'normal', '2026-06', now())`,
  `insert into other_incomes (driver_id, year, elsewhere_cents, contributes, said_at) select id, 2026, 100, true, now() from drivers order by ref limit 1`,
  `update drivers set merged_into = (select id from drivers where merged_into is null order by ref desc limit 1) where id = (select id from drivers where merged_into is null order by ref limit 1)`,
  `insert into car_sales (vehicle_id, way, left_on, buyer, price_cents, created_at)
    select id, 'sold', '2026-06-15', 'Comprador', 500000, now() from vehicles order by plate limit 1`,
  `update car_sales set withdrawn_at = now(), withdraw_reason = 'Engano' where withdrawn_at is null`,
]

test.each([1, 2, 3])(
  'what is kept of a delivered month is what working it out anew gives, whatever was written (%i)',
  async (seed) => {
    await delivered()
    let state = seed * 7_919
    const next = (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * most)
    }
    const written = new Set<string>()
    for (let act = 0; act < 20; act++) {
      if (next(3) === 0) await checkDeliveredMonths(LATER)
      else {
        const picked = ACTS[next(ACTS.length)]!
        if (await tried(picked)) written.add(picked)
      }
      const [only] = await listCompared(db)
      const anew = await compareAnew([only!], db)
      expect((await listDeliveries()).get(MONTH)?.isChanged).toBe(anew.get(only!.id))
    }
    expect(written.size).toBeGreaterThan(4)
  },
)

test('nothing of a month is read again while nothing moved it, and what moves a later month moves it not', async () => {
  await delivered()
  expect(await isKept()).toBe(true)
  await asOwner(`begin; set local session_replication_role = origin;
    update import_rows set label = label where id = (select min(id) from import_rows where kind = 'toll'); commit`)
  expect(await isKept()).toBe(true)
  expect(await tried(ACTS.find((act) => act.includes('car_sales'))!)).toBe(true)
  expect(await isKept()).toBe(false)
  await checkDeliveredMonths(LATER)
  expect(await isKept()).toBe(true)
  expect((await listDeliveries()).get(MONTH)?.isChanged).toBe(false)
})

/** Tables that are read only for the words or the key of a line, or written once together with a table that moves the month. */
const SAYS_NO_FIGURE = new Set([
  ...['users', 'files', 'receipts', 'green_receipts', 'adjustments', 'car_charges', 'damages', 'vehicles'],
  ...['bank_answer_payments', 'bank_answers', 'bank_movements', 'settlement_lines', 'entries', 'ledger_accounts'],
  'month_deliveries',
])

test('each table that the figures of a month are read from moves it, or says no figure', async () => {
  const fleet = await delivered()
  expect(fleet.driver('D1')).toBeTruthy()
  const asked = await statementsOf(() => figuresOfMonth(MONTH))
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname in ('months_move', 'all_months_move')`.execute(db)
  const moving = new Set(rows.map(({ name }) => name))
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const read = tables.filter(({ name }) =>
    asked.some(({ words }) => new RegExp(`\\b(?:from|join)\\s+"?${name}\\b`).test(words)),
  )
  expect(read.length).toBeGreaterThan(15)
  expect(read.map(({ name }) => name).filter((name) => !moving.has(name) && !SAYS_NO_FIGURE.has(name))).toEqual([])
})

/** Carries an act out with the triggers that a test's owner otherwise skips; `false` when the books refuse it. */
async function tried(act: string): Promise<boolean> {
  try {
    await asOwner(`begin; set local session_replication_role = origin; ${act}; commit`)
    return true
  } catch {
    await asOwner('rollback')
    return false
  }
}

import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
import { basisPoints, cents, sum } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { reportBrokenInvariants } from '#features/system/invariants/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { INVARIANTS } from '#features/system/invariants/schema.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { renderOfficePayslip } from '#features/statements/payslips/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { acceptAllProposals } from '#features/settlements/proposals/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import {
  EXPECTED_FIGURES,
  MONDAY,
  NEXT_WEEK,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  edited,
  figures,
  publicFile,
  paidBy,
} from './factories.ts'

/**
 * Every invariant is broken on purpose, past the triggers, as only the owner of the tables can: its view and those that
 * follow from it must report it, and no others. Each attempt is rolled back.
 */
const owner = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env['DATABASE_OWNER_URL'], max: 1 }) }),
})
afterAll(() => owner.destroy())

const EXTRACT = publicFile('extrato')
const approve = (week: typeof WEEK) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
const broken = (findings: Awaited<ReturnType<typeof examineBooks>>) =>
  findings.flatMap(({ number, broken: count }) => (count > 0 ? [number] : []))

/**
 * Two weeks with everything in them: fees, shares, VAT, plans, a debt, a bank file rejected in part, a void, a late
 * file.
 */
beforeAll(async () => {
  const fleet = await aFleet()
  const agreed: Record<string, Partial<Terms>> = {
    D1: { fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' }, tripVat: 'gross6' },
    D2: { regime: 'percentage', split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) } },
    D3: { receipt: { vat: 'reduced', withholding: basisPoints(1_150), carried: true }, tripVat: 'itemised' },
  }
  for (const [ref, terms] of Object.entries(agreed)) {
    const input = { from: WEEK, terms: { ...PLAIN_TERMS, ...terms }, reason: 'Acordo' }
    await makeChange((change) => addTerms(change, fleet.driver(ref), input))
  }
  const charge = { from: WEEK, settings: { planInterest: basisPoints(500) }, reason: 'Adiantamentos' }
  await makeChange((change) => changeSettings(change, charge))
  const plan = { total: cents(100_00), count: 7, first: WEEK, skipsIdle: false }
  const advance = { ...plan, kind: 'advance' as const, reason: 'Pneus', interest: basisPoints(500) }
  await makeChange((change) => openPlan(change, { ...advance, driverId: fleet.driver('D1') }))
  await makeChange((change) =>
    openPlan(change, { ...advance, driverId: fleet.driver('D4'), total: cents(10_00), count: 1 }),
  )
  await makeChange((change) =>
    openPlan(change, { ...plan, driverId: fleet.driver('D2'), kind: 'deposit', reason: 'Caução' }),
  )
  await drop(PUBLIC_FILES.filter((file) => file !== EXTRACT))
  await approve(WEEK)

  const taken = (await listFrozen(WEEK)).get(fleet.driver('D3'))!
  await makeChange((change) => voidSettlement(change, taken.id, 'Relatório corrigido'))
  await approve(WEEK)
  const byHand = (await listFrozen(WEEK)).get(fleet.driver('D4'))!
  await makeChange((change) => payOne(change, byHand.id, paidBy('MB WAY')))
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  const rejected = (await listFrozen(WEEK)).get(fleet.driver('D5'))!
  await makeChange((change) => confirmBatch(change, batchId, new Map([[rejected.id, 'AC04']])))
  await renderOfficePayslip(fleet.driver('D4'), WEEK)

  await drop([EXTRACT])
  const prize = { driverId: fleet.driver('D7'), week: NEXT_WEEK, kind: 'prize' as const, reason: 'Mês sem multas' }
  await makeChange((change) => addAdjustment(change, { ...prize, amount: cents(25_00) }))
  const late = await listProposals()
  const seen = { count: late.length, amount: sum(late.map(({ difference }) => difference.amount)) }
  await makeChange((change) => acceptAllProposals(change, NEXT_WEEK, seen))
  await approve(NEXT_WEEK)
})

test('in a life with everything in it no invariant is broken, and the office is told nothing', async () => {
  const findings = await examineBooks()
  expect(findings.map(({ number }) => number)).toEqual(Object.keys(INVARIANTS).map(Number))
  expect(findings.filter((finding) => finding.broken > 0)).toEqual([])
  expect(await reportBrokenInvariants(MONDAY)).toBe(0)
})

/** Inserts an entry on one of the company's accounts, and moves the account's balance with it. */
const entry = (journal: string, line: number, account: string, amount: number) => `
  update ledger_accounts set balance_cents = balance_cents + ${amount}, version = version + 1 where code = '${account}';
  insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
    select ${journal}, ${line}, id, ${amount}, version, balance_cents from ledger_accounts where code = '${account}'`
const both = (journal: string) => `${entry(journal, 800, 'bank', 100)}; ${entry(journal, 801, 'suspense', -100)}`
const one = (table: string, where: string) => `(select id from ${table} where ${where} order by id limit 1)`
const line = (where: string) =>
  `(settlement_id, ordinal) = (select l.settlement_id, l.ordinal from settlement_lines l
    join settlements s on s.id = l.settlement_id where s.state <> 'void' and ${where} order by 1, 2 limit 1)`
const later = one('journals', `kind = 'settlement' and week = '${NEXT_WEEK}'`)

const brought = (
  by: string,
  whom: string,
) => `insert into referrals (referrer_id, referred_id, since, origin, created_at)
  select a.id, b.id, '${WEEK}', 'link', now() from drivers a, drivers b where a.ref = '${by}' and b.ref = '${whom}'`

const promised = `insert into goals (id, line_id, name, criterion, period, stacking, starts_on, reason, created_at)
    select id, id, 'Dez viagens', 'trips', 'week', 'best', '${WEEK}', 'Nada', now() from gen_random_uuid() id;
  insert into goal_levels select id, 10, 5000 from goals`

const BREAKS: [string, string, number[]][] = [
  [
    'a cent appears in an entry',
    `update entries set amount_cents = amount_cents + 1 where (journal_id, line) = (select journal_id, line from entries e
       join ledger_accounts a on a.id = e.account_id where code = 'platform:uber' order by 1, 2 limit 1)`,
    [1, 2, 3, 4],
  ],
  [
    'a cent goes from one journal to another',
    `update entries set amount_cents = amount_cents + case journal_id when first.id then 1 else -1 end from (select min(journal_id) as id,
       max(journal_id) as last from entries e join ledger_accounts a on a.id = e.account_id where code = 'platform:bolt') first
       where account_id = ${one('ledger_accounts', "code = 'platform:bolt'")} and journal_id in (first.id, first.last)`,
    [2, 4],
  ],
  [
    'a journal has one entry',
    `insert into journals (key, kind, effective_on) values ('alone', 'plan', '2026-06-08')`,
    [2],
  ],
  ['a balance is set', `update ledger_accounts set balance_cents = balance_cents + 1 where code = 'bank'`, [3]],
  ['an account counts one entry too many', `update ledger_accounts set version = version + 1 where code = 'bank'`, [4]],
  [
    'an entry leads to another balance',
    `update entries set balance_after_cents = balance_after_cents + 1 where journal_id = ${later} and line = 0`,
    [4],
  ],
  ['entries may be changed', 'alter table entries disable trigger entries_are_written_once', [5]],
  ['the site may delete journals', 'grant delete on journals to volante_app', [5]],
  ['entries join an old journal', both(one('journals', 'true')), [6]],
  [
    'a journal is about another driver',
    `update journals set driver_id = (select id from drivers where ref = 'D8') where key like 'payment:single:%'`,
    [7],
  ],
  [
    'the same key posts twice',
    `alter table journals drop constraint journals_post_once;
     insert into journals (key, kind, effective_on) select key, 'plan', effective_on from journals where key like 'plan:%' limit 1;
     ${both('(select max(id) from journals)')}`,
    [8],
  ],
  [
    'a file counts twice',
    `drop index imports_same_content_once; update imports set sha256 = (select sha256 from imports order by id limit 1)`,
    [9],
  ],
  [
    'a movement counts twice',
    `drop index import_rows_live_once; update import_rows set key = 'same' where kind = 'toll' and state = 'live'`,
    [9],
  ],
  [
    'more than the difference is settled',
    `update adjustments set amount_cents = amount_cents + 1 where id = ${one('adjustments', "kind = 'late'")}`,
    [11],
  ],
  [
    'a difference is settled twice',
    `update settlement_lines set adjustment_id = ${one('adjustments', "kind = 'late'")} where ${line("l.code = 'adjustment.prize'")}`,
    [11],
  ],
  ['a reversal undoes another journal', `update journals set reverses = ${later} where kind = 'reversal'`, [12]],
  [
    'a line says another amount',
    `update settlement_lines set amount_cents = amount_cents + 1 where ${line("l.code = 'energy.fuel'")}`,
    [13, 24],
  ],
  [
    'a fold is not its lines',
    `update settlements set earnings_cents = earnings_cents + 1, costs_cents = costs_cents - 1 where id = ${one('settlements', 'true')}`,
    [13],
  ],
  [
    'a fee is not its share of the base',
    `update settlement_lines set base_cents = base_cents + 100 where ${line("l.code = 'fee.percent'")}`,
    [14],
  ],
  [
    'the pot is shared otherwise than agreed',
    `update settlement_lines set steps = replace(steps::text, '"rate": 5000', '"rate": 5001')::jsonb where ${line("l.code = 'fee.split'")}`,
    [14],
  ],
  [
    'an instalment takes more than is due',
    `update settlement_lines set plan_due_cents = plan_due_cents - 1 where ${line("l.code = 'adjustment.plan' and l.amount_cents < 0")}`,
    [14],
  ],
  [
    'the instalments of a plan are charged more than its rate',
    `update plans set interest_basis_points = 100 where count = 7 and kind = 'advance'`,
    [14],
  ],
  [
    'a plan that was paid off was charged too little',
    `update plans set interest_basis_points = 510 where count = 1 and kind = 'advance'`,
    [14],
  ],
  [
    'the VAT is not that of its base',
    `update settlement_lines set base_cents = base_cents + 100 where ${line("l.code = 'vat.trips' and l.base_cents is not null")}`,
    [15],
  ],
  [
    'a statement has its VAT twice',
    `update settlement_lines set code = 'vat.trips' where ${line("l.line_group = 'A' and s.driver_id = (select id from drivers where ref = 'D1')")}`,
    [15],
  ],
  [
    'itemised VAT is not that of its steps',
    `update settlement_lines set steps = jsonb_set(steps, '{0,amount}', to_jsonb((steps -> 0 ->> 'amount')::bigint - 1))
       where ${line("l.code = 'vat.trips' and l.base_cents is null")}`,
    [15],
  ],
  [
    'VAT of fares without any is another part of them',
    `update settlement_lines set steps = '[{"kind": "term", "term": "fare", "platform": "uber", "amount": 10600},
         {"kind": "fraction", "term": "trip-vat", "numerator": 6, "denominator": 106, "amount": -600}]'
       where ${line("l.code = 'vat.trips' and l.base_cents is null")}`,
    [15],
  ],
  ['a payment is no payment', `update journals set kind = 'plan' where key like 'payment:single:%'`, [16]],
  ['a bank file says another sum', 'update payment_batches set control_sum_cents = control_sum_cents + 1', [17]],
  ['a bank file says another count', 'update payment_batches set payments = payments + 1', [17]],
  ['a payment waits that was made', `update batch_payments set state = 'sent' where state = 'confirmed'`, [17]],
  ['nobody approved what was paid', `update settlements set approved_at = null where state = 'paid'`, [18]],
  [
    'an older version stands beside a void one',
    `update settlements set version = 0 where state <> 'void' and driver_id in (select driver_id from settlements where state = 'void')
       and week = '${WEEK}'`,
    [18],
  ],
  [
    'a paper is kept of what may still change',
    `update payslip_files set settlement_id = ${one('settlements', "state = 'approved'")}`,
    [19],
  ],
  ['lines may be changed', 'alter table settlement_lines disable trigger settlement_lines_are_written_once', [19]],
  [
    'a movement is in another week than its day',
    `update import_rows set week = week + 7 where id = ${one('import_rows', 'at is not null and not exists (select from settlement_line_rows where import_row_id = import_rows.id)')}`,
    [20],
  ],
  [
    'a row is on two statements',
    `insert into settlement_line_rows select other.settlement_id, other.ordinal, r.import_row_id from settlement_line_rows r
       join settlements mine on mine.id = r.settlement_id and mine.state = 'approved', settlement_lines other
       join settlements s on s.id = other.settlement_id and s.state = 'paid' where mine.week = s.week and mine.issued_in = s.issued_in
         and other.line_group = 'A' limit 1`,
    [21],
  ],
  [
    'a debt is carried that was not there',
    `update settlement_lines set amount_cents = amount_cents + 1 where ${line("l.code = 'balance.carried'")}`,
    [13, 22],
  ],
  [
    'a plan was paid off by nobody',
    `insert into plan_movements (plan_id, kind, amount_cents, reason, created_at)
       select id, 'early', total_cents, 'Nada', now() from plans where kind = 'advance'`,
    [22],
  ],
  ['something is posted into the past', `update journals set effective_on = '2020-01-06' where id = ${later}`, [23]],
  ['a statement is not in the books', `update journals set kind = 'plan' where id = ${later}`, [24]],
  [
    'a referral is paid by no statement',
    `${brought('D1', 'D2')}; insert into adjustments (driver_id, week, kind, amount_cents, reason, state, decided_at, referral_id, reward_side)
       select referrer_id, since, 'referral', 5000, 'Nada', 'accepted', now(), id, 'referrer' from referrals`,
    [25],
  ],
  ['a referral goes round in a circle', `${brought('D1', 'D2')}; ${brought('D2', 'D1')}`, [26]],
  [
    'somebody was brought twice',
    `drop index referrals_one_of_each; ${brought('D1', 'D2')}; ${brought('D3', 'D2')}`,
    [26],
  ],
  [
    'a goal is paid by no statement',
    `${promised}; insert into adjustments (driver_id, week, kind, amount_cents, reason, state, decided_at, goal_id, goal_first, goal_reached)
       select ${one('drivers', "ref = 'D1'")}, '${WEEK}', 'goal', 5000, 'Nada', 'accepted', now(), id, '${WEEK}', 10 from goals`,
    [28],
  ],
  [
    'a goal is paid twice',
    `${promised}; drop trigger adjustments_pay_goals_once on adjustments; insert into adjustments
       (driver_id, week, kind, amount_cents, reason, state, decided_at, goal_id, goal_first, goal_reached)
       select ${one('drivers', "ref = 'D1'")}, week::date, 'goal', 5000, 'Nada', 'accepted', now(), id, '${WEEK}', 10
       from goals, unnest(array['${WEEK}', '${NEXT_WEEK}']) week`,
    [27, 28],
  ],
  [
    'a movement of the bank is said to be something and not booked',
    `insert into bank_movements (account_id, statement_id, line, same_as, booked_on, value_on, amount_cents, fee_cents, fee_within_cents,
       text, details, is_return) values (gen_random_uuid(), gen_random_uuid(), 1, 'X', '${WEEK}', '${WEEK}', -5, 0, 0, 'X', '[]', false);
     insert into bank_answers (movement_id, kind, is_exact, answered_at) select id, 'suspense', false, now() from bank_movements`,
    [30],
  ],
  [
    'a movement still counts from a file that was taken back',
    `insert into bank_files (sha256, name, kind, imported_at, undone_at, undone_reason) values ('x', 'x', 'statements', now(), now(), 'x');
     insert into bank_statements (file_id, account_id, proof, movements, fresh, ignored) select id, gen_random_uuid(), 'ids', 1, 1, '[]' from bank_files;
     insert into bank_movements (account_id, statement_id, line, same_as, booked_on, value_on, amount_cents, fee_cents, fee_within_cents,
       text, details, is_return) select gen_random_uuid(), id, 1, 'X', '${WEEK}', '${WEEK}', -5, 0, 0, 'X', '[]', false from bank_statements`,
    [30],
  ],
  [
    'two movements carry out the same payment',
    `insert into bank_answers (movement_id, kind, is_exact, answered_at)
       select gen_random_uuid(), 'payments', true, now() from generate_series(1, 2);
     insert into bank_answer_payments select id, ${one('settlements', "state = 'paid'")}, null, 1, 'paid', true from bank_answers`,
    [30],
  ],
]

test.each(BREAKS)('%s, and the views say so', async (_, statements, expected) => {
  expect(await brokenBy(statements)).toEqual(expected)
})

test('every invariant was broken by something', () => {
  const known = new Set(BREAKS.flatMap(([, , numbers]) => numbers))
  expect(
    Object.keys(INVARIANTS)
      .map(Number)
      .filter((number) => !known.has(number)),
  ).toEqual([])
})

// From here on other worlds.

test('10: the order of the rows of a file changes nothing', async () => {
  await aFleet()
  await drop(PUBLIC_FILES)
  const before = figures(await getWeek(WEEK))
  expect(before).toEqual(EXPECTED_FIGURES)
  for (const part of ['payments_driver', '2026W23', 'extrato']) {
    const turned = edited(publicFile(part), (text) => {
      const lines = text.trimEnd().split('\n')
      const head = lines.findIndex((row) => /^"?(UUID|Motorista|Contrato)/.test(row)) + 1
      return [...lines.slice(0, head), ...lines.slice(head).toReversed(), ''].join('\n')
    })
    expect((await drop([turned])).map(({ status }) => status)).toEqual(['imported'])
    expect(figures(await getWeek(WEEK))).toEqual(before)
  }
})

test('a rule that changes touches nothing that was approved', async () => {
  const fleet = await anApprovedWeek()
  const approved = await listFrozen(WEEK)
  const terms: Terms = {
    ...PLAIN_TERMS,
    fee: { mode: 'fixed', amount: cents(50_00), always: true },
    rent: cents(270_00),
  }
  for (const ref of ['D1', 'D2', 'D3'])
    await makeChange((change) => addTerms(change, fleet.driver(ref), { from: NEXT_WEEK, terms, reason: 'Novo acordo' }))
  const settings = { slotFee: cents(99_00), transportVat: basisPoints(1_300) }
  await makeChange((change) => changeSettings(change, { from: NEXT_WEEK, settings, reason: 'Nova lei' }))
  await sql`update vehicles set rent_cents = 999900`.execute(owner)
  const afresh = await getWeek(WEEK)
  expect(await listFrozen(WEEK)).toEqual(approved)
  expect(afresh.statements.filter(({ wouldBe }) => wouldBe !== null)).toEqual([])
})

test('when books are broken the office is told how much is broken, and where to look', async () => {
  await anApprovedWeek()
  await sql`insert into users (uid, email, role) values ('marta', 'marta@example.org', 'admin')`.execute(owner)
  await sql`update ledger_accounts set balance_cents = balance_cents + 1, version = version + 1 where code = 'bank'`.execute(
    owner,
  )
  expect(await reportBrokenInvariants(MONDAY)).toBe(2)
  const { rows } = await sql`select recipient, template, params from mail_outbox`.execute(owner)
  expect(rows).toEqual([
    { recipient: 'marta@example.org', template: 'books-broken', params: { count: 2, link: '/admin/account' } },
  ])
})

/** The invariants that are broken after these statements, which are rolled back. */
async function brokenBy(statements: string): Promise<number[]> {
  const undone = new Error('undone on purpose')
  let found: number[] = []
  const trying = owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statements).execute(tx)
    found = broken(await examineBooks(tx))
    throw undone
  })
  await trying.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return found
}

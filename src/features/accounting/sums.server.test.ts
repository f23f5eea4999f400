import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#domain/money.ts'
import { type Month, monthOfWeek, weeksOfMonth } from '#domain/month.ts'
import { platformVat, vatEarningsOf } from '#domain/vat-month.ts'
import type { Week } from '#domain/week.ts'
import { isPaid, listMonthPayments } from '#features/accounting/month-payments/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { readSettings } from '#features/company/financial-settings/queries.server.ts'
import { listLiveRows } from '#features/imports/rows/queries.server.ts'
import { WEEK, anApprovedWeek, asOwner } from '#test/factories.ts'
import { getMonth, sumMonth } from './queries.server.ts'
import { sumUp } from './schema.ts'

const MONTH = monthOfWeek(WEEK)

/** What the page of a month says, and what its rows add up to. */
async function bothOf(month: Month) {
  const sums = await sumMonth(month)
  const rows = await getMonth(month)
  const { payments } = await reconcileMonth(sums)
  const listed = (await listMonthPayments(month)).filter(isPaid)
  const paidOf = (week: Week) => sum(listed.filter((one) => one.week === week).map(({ amount }) => amount))
  const others = [...new Set(listed.map(({ week }) => week))].filter((week) => !weeksOfMonth(month).includes(week))
  return [
    { sums, paid: payments.paid, sent: payments.sent, others: payments.others },
    {
      sums: sumUp(rows),
      paid: sum(listed.map(({ amount }) => amount)),
      sent: sum(listed.filter(({ state }) => state === 'sent').map(({ amount }) => amount)),
      others: others.toSorted().map((week) => ({ week, amount: paidOf(week) })),
    },
  ]
}

const cent = fc.integer({ min: -90_000, max: 90_000 })
const change = fc.record({
  kind: fc.constant('change'),
  term: fc.constantFrom('vehicle.rent', 'vehicle.kilometres', 'fee.percent', 'tolls', 'income.uber'),
  from: cent,
  to: cent,
  amount: cent,
})
const note = fc.constant({ kind: 'note', term: 'came-after-the-statement', amount: null })
const line = fc.oneof(
  fc.record({
    of: fc.constantFrom(
      ...([
        ['A', 'income.uber'],
        ['C', 'fee.percent'],
        ['D', 'vehicle.rent'],
        ['D', 'vehicle.kilometres'],
        ['E', 'tolls'],
        ['I', 'receipt.withholding'],
      ] as const),
    ),
    amount: cent,
    base: fc.option(cent),
    rate: fc.option(fc.constantFrom(0, 1_150, 2_500)),
    steps: fc.constant([]),
  }),
  fc.record({
    of: fc.constantFrom(
      ...([
        ['H', 'adjustment.late'],
        ['H', 'adjustment.settled'],
        ['H', 'adjustment.other'],
      ] as const),
    ),
    amount: cent,
    base: fc.constant(null),
    rate: fc.constant(null),
    steps: fc.array(fc.oneof(change, note), { maxLength: 3 }),
  }),
)
const statement = fc.record({
  week: fc.constantFrom(...weeksOfMonth(MONTH)),
  state: fc.constantFrom('issued', 'approved', 'in-batch', 'paid', 'void'),
  terms: fc.record(
    {
      regime: fc.constantFrom('slot', 'percent', 'employee'),
      receiptBase: fc.constantFrom('result', 'rent-apart', 'costs-apart'),
      normalVat: fc.constantFrom(2_300, 2_200),
    },
    { requiredKeys: ['regime'] },
  ),
  value: cent,
  net: cent,
  paidOn: fc.constantFrom('2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'),
  answer: fc.option(fc.constantFrom('received', 'waived')),
  lines: fc.array(line, { maxLength: 9 }),
})

type Statement = typeof statement extends fc.Arbitrary<infer One> ? One : never

/**
 * A statement without a receipt and one with the rent outside it, so that each sum is above zero at least once,
 * whatever chance brings.
 */
const EACH_SUM: Statement[] = (['result', 'rent-apart'] as const).map((receiptBase, at) => ({
  week: WEEK,
  state: at === 0 ? 'approved' : 'paid',
  terms: { regime: 'slot', receiptBase },
  value: 40_000,
  net: 30_000,
  paidOn: '2026-06-30',
  answer: null,
  lines: [
    { of: ['D', 'vehicle.rent'], amount: -15_000, base: null, rate: null, steps: [] },
    { of: ['I', 'receipt.withholding'], amount: -4_600, base: 40_000, rate: 1_150, steps: [] },
  ],
}))

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`

/** The first version above those that the fleet was issued. */
const FIRST = 100

/** Replaces all statements by these; some drivers have several. */
async function issue(statements: readonly Statement[]) {
  await asOwner(`delete from receipts; delete from settlement_line_rows; delete from settlement_lines;
    delete from settlements where version > ${FIRST};`)
  for (const [at, { week, state, terms, value, net, paidOn, answer, lines }] of statements.entries()) {
    const head = {
      week,
      state,
      terms,
      receipt_value_cents: value,
      net_cents: net,
      payable_cents: Math.max(net, 0),
      carried_over_cents: Math.min(net, 0),
      earnings_cents: net,
      costs_cents: 0,
      adjustments_cents: 0,
      paid_at: state === 'paid' ? '2026-07-02T09:00:00Z' : null,
      paid_on: state === 'paid' ? paidOn : null,
    }
    await asOwner(`with one as (insert into settlements select (jsonb_populate_record(s, ${literal(head)}
          || jsonb_build_object('id', gen_random_uuid(), 'version', ${FIRST + at + 1}, 'driver_id', d.id))).*
        from settlements s, (select id from drivers order by ref offset ${at % 5} limit 1) d
        where s.version <= ${FIRST} limit 1
        on conflict do nothing returning id),
      lines as (insert into settlement_lines (settlement_id, ordinal, line_group, code, amount_cents, base_cents, rate_basis_points, steps)
        select one.id, (l ->> 'ordinal')::smallint, l #>> '{of,0}', l #>> '{of,1}', (l -> 'amount')::bigint,
          (l ->> 'base')::bigint, (l ->> 'rate')::integer, l -> 'steps'
        from one, jsonb_array_elements(${literal(lines.map((own, ordinal) => ({ ...own, ordinal })))}) l)
      insert into receipts (settlement_id, answer, note, answered_at) select id, ${answer === null ? 'null' : `'${answer}'`}, 'Nota', now()
        from one where ${answer !== null}`)
  }
}

test('what the page of a month says is what its rows come to, to the cent, whatever was issued', async () => {
  await anApprovedWeek()
  const [asIssued, itsRows] = await bothOf(MONTH)
  expect(asIssued).toEqual(itsRows)
  await asOwner(`update settlements set state = 'void'`)
  const said = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 12 }), async (statements) => {
      await issue(statements)
      const [page, rows] = await bothOf(MONTH)
      expect(page).toEqual(rows)
      const { withheld, rents, rentsInside, receipts } = await sumMonth(MONTH)
      const amounts = { withheld, rents, inside: rentsInside.length, missing: receipts.missing }
      for (const [name, amount] of Object.entries(amounts)) if (amount !== 0) said.add(name)
    }),
    { numRuns: 25, examples: [[EACH_SUM]] },
  )
  expect([...said].toSorted()).toEqual(['inside', 'missing', 'rents', 'withheld'])
})

test('what the reports of a month bring is what each of their rows brings, whatever was said of one', async () => {
  await anApprovedWeek()
  const vatOf = async () => {
    const rules = (await readSettings())(WEEK)
    const rows = (await listLiveRows(WEEK)).filter(({ kind }) => kind === 'earning')
    return ['uber', 'bolt'].map((platform) =>
      platformVat(
        rows.filter(({ source }) => source === platform).flatMap((row) => vatEarningsOf(row)),
        rules,
      ),
    )
  }
  const before = await vatOf()
  expect((await sumMonth(MONTH)).platforms.map(({ vat }) => vat)).toEqual(before)
  await asOwner(`insert into row_answers (press, source, report, account, week, key, says, reason, answered_at)
    select gen_random_uuid(), source, report, account, week, key, 'nothing', 'Engano', now() from import_rows
    where state = 'live' and kind = 'earning' and week = '${WEEK}' order by id limit 3`)
  const after = await vatOf()
  expect((await sumMonth(MONTH)).platforms.map(({ vat }) => vat)).toEqual(after)
  expect(after).not.toEqual(before)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsFrom } from './financial-settings.ts'
import type { Source } from './import.ts'
import { DISTINGUISHED_BY, RETURN_FIELDS, VAT_MEASURES, addUpVat, platformVat, vatEarningsOf } from './vat-month.ts'

const RULES = settingsFrom([])
const amount = fc.integer({ min: 0, max: 500_000 })
const earning = (source: Source, measures: Record<string, number>) =>
  vatEarningsOf({ id: '1', source, kind: 'earning', measures })

const row = fc
  .record({
    fares: amount,
    tips: amount,
    tolls: amount,
    expense_refunds: amount,
    campaign: amount,
    commission: amount,
    rider_refunds: amount,
    other_fees: amount,
    booking: amount,
    cash_collected: amount,
  })
  .map(({ fares, ...one }) => {
    const gross = fares + one.tips + one.tolls + one.expense_refunds + one.campaign
    const total_fees = one.commission + one.rider_refunds + one.other_fees + one.booking
    return { ...one, gross, total_fees, payout: gross - total_fees - one.cash_collected }
  })
const rules = fc
  .record({
    tollField: fc.constantFrom(0, 1),
    incentiveField: fc.constantFrom(0, 1, 3, 7),
    passengerRefundField: fc.constantFrom(0, 1),
    feeAsInvoiced: fc.constantFrom(0, 1),
  })
  .map((chosen) => ({ ...RULES, ...chosen }))

test('what a platform pays is what came in less what it kept, and all of it is in a field or named as in none', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), rules, (rows, chosen) => {
      const found = platformVat(
        rows.flatMap((one) => earning('bolt', one)),
        chosen,
      )
      const { gross, incentives, tips, tolls, expenseRefunds, refunds, invoiced, kept, cash, payment } = found
      expect(gross + incentives + tips + tolls + expenseRefunds - refunds - invoiced - kept - cash).toBe(payment)
      const { fields, outside } = found
      const declared = fields[1] + fields[2] + fields[3] + fields[4] + fields[7]
      const lessened = chosen.passengerRefundField === 1 ? refunds : 0
      expect(declared + lessened + outside.tolls + outside.incentives).toBe(gross + incentives + tolls)
      expect([outside.tips, outside.expenses]).toEqual([tips, expenseRefunds])
      expect(fields[16] + outside.kept + (chosen.feeAsInvoiced === 1 ? refunds : 0)).toBe(refunds + invoiced + kept)
    }),
  )
})

test('parts that are added up are the sum of each of their figures', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const parts = rows.map((one) => platformVat(earning('bolt', one), RULES))
      const all = addUpVat(parts)
      for (const field of RETURN_FIELDS)
        expect(all.fields[field]).toBe(parts.reduce((sum, { fields }) => sum + fields[field], 0))
      expect(all.payment).toBe(parts.reduce((sum, { payment }) => sum + payment, 0))
      expect(all.outside.kept).toBe(parts.reduce((sum, { outside }) => sum + outside.kept, 0))
    }),
  )
})

test('VAT that the report states is taken as it is, and the rest is 6/106 of the fares, rounded once', () => {
  const uber = (paid: number, more: Record<string, number> = {}) =>
    earning('uber', { paid, earnings: paid, fare: paid + 26_00, service_fee: -26_00, ...more })
  const rows = [uber(80_00, { fare_tax: 5_90 }), uber(80_01), uber(80_01)].flat()
  const { vat, fields } = platformVat(rows, RULES)
  expect(vat).toMatchObject({ itemised: 5_90, fares: 212_02, estimated: 12_00, total: 17_90 })
  expect([fields[16], fields[17]]).toEqual([78_00, 17_94])
})

test('a report of Bolt that has no commission of its own invoices what is left of its fees', () => {
  const [one] = earning('bolt', { gross: 100_00, payout: 75_00, total_fees: 25_00, booking: 1_00 })
  expect(one).toMatchObject({ invoiced: 24_00, refunds: 0 })
})

test('incentives at the normal rate have their tax in field 4', () => {
  const rows = earning('uber', { paid: 123_00, earnings: 123_00, fare: 0, incentives: 123_00 })
  const { fields } = platformVat(rows, { ...RULES, incentiveField: 3 })
  expect(fields).toMatchObject({ 1: 0, 2: 0, 3: 100_00, 4: 23_00 })
})

const anyAmount = fc.oneof(fc.constant(0), fc.integer({ min: -300_000, max: 300_000 }))
/** Makes rows as a report may have them: each with some of the measures, of any sign. */
const anyRow = (needed: readonly string[]) =>
  fc.record<Record<string, number>>(Object.fromEntries(VAT_MEASURES.map((name) => [name, anyAmount])), {
    requiredKeys: [...needed],
  })

test('rows that are alike in what they are told apart by may be added up: the map comes to the same cent', () => {
  const kindOf = (one: Readonly<Record<string, number>>) =>
    [
      ...DISTINGUISHED_BY.isThere.map((name) => name in one),
      ...DISTINGUISHED_BY.signOf.map((names) => Math.sign(names.reduce((all, name) => all + (one[name] ?? 0), 0))),
    ].join(' ')
  const addedUp = (rows: readonly Readonly<Record<string, number>>[]) =>
    [...Map.groupBy(rows, kindOf).values()].map((own) => {
      const sums: Record<string, number> = {}
      for (const one of own) for (const [name, more] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + more
      return sums
    })
  const platforms = [
    ['uber', ['paid', 'fare']],
    ['bolt', ['payout', 'gross']],
  ] as const
  for (const [platform, needed] of platforms)
    fc.assert(
      fc.property(fc.array(anyRow(needed), { maxLength: 30 }), rules, (rows, chosen) => {
        const vatOf = (all: readonly Record<string, number>[]) =>
          platformVat(
            all.flatMap((one) => earning(platform, one)),
            chosen,
          )
        expect(vatOf(addedUp(rows))).toEqual(vatOf(rows))
      }),
    )
})

import { firstOf } from './certain.ts'
import { type BasisPoints, basisPoints } from './money.ts'

/**
 * Largest share of a trip that a platform may keep; each row of the law counts from its first day on (Lei 45/2018, art.
 * 15; the second row as Lei 59/2026 has it, to be confirmed by a lawyer: `rulings.md` K.13). `of` is the price of which
 * the share is taken.
 */
const ROWS = [
  { from: '2018-11-01', share: basisPoints(25_00), of: 'price' },
  { from: '2026-09-01', share: basisPoints(25_00), of: 'price-without-vat' },
] as const

export type FeeCeiling = {
  /** First day of the row, ISO. */
  from: string
  share: BasisPoints
  of: (typeof ROWS)[number]['of']
  /** Ceiling as a share of what the passenger pays, VAT included: rounded down, so that it is never passed. */
  ofFare: BasisPoints
}

/** Answers the ceiling in force on a day; `vat` is the rate inside the price of a trip. */
export function feeCeilingOn(day: Temporal.PlainDate, vat: BasisPoints): FeeCeiling {
  const row = ROWS.findLast(({ from }) => from <= day.toString()) ?? firstOf(ROWS)
  const ofFare = row.of === 'price' ? row.share : basisPoints(Math.floor((row.share * 10_000) / (10_000 + vat)))
  return { ...row, ofFare }
}

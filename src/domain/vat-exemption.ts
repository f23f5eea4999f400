import { type Cents, ZERO, cents, fraction } from './money.ts'

/**
 * Yearly turnover up to which a driver who writes receipts is exempt from VAT (art. 53.º CIVA), by the year from which
 * it applies: 14 500 € in 2024, 15 000 € since 2025 (DL 35/2025).
 */
const LIMITS = [
  { from: 2025, limit: cents(15_000_00) },
  { from: 2024, limit: cents(14_500_00) },
] as const

/**
 * The distance of a year from the end of the exemption. `near`: above four fifths; `over`: VAT from next January; `at-once`:
 * more than a quarter above, VAT from that very receipt.
 */
export type ExemptionState = 'below' | 'near' | 'over' | 'at-once'

/** Works out the limit of a year in cents, and the state of a year with a turnover of `total`. Before 2024 there is no limit here. */
export function exemptionOf(year: number, total: Cents): { state: ExemptionState; limit: Cents; atOnce: Cents } | null {
  const found = LIMITS.find(({ from }) => year >= from)
  if (!found) return null
  const { limit } = found
  const atOnce = fraction(limit, 5, 4)
  const nearLimit = fraction(limit, 4, 5)
  if (total <= ZERO || total < nearLimit) return { state: 'below', limit, atOnce }
  if (total <= limit) return { state: 'near', limit, atOnce }
  return { state: total <= atOnce ? 'over' : 'at-once', limit, atOnce }
}

import { type Cents, ZERO, cents, fraction } from './money.ts'

/**
 * Turnover of a calendar year up to which somebody who writes receipts is exempt from VAT (art. 53.º CIVA), by the year it
 * holds from: 14 500 € in 2024, 15 000 € since 2025 (DL 35/2025).
 */
const LIMITS = [
  { from: 2025, limit: cents(15_000_00) },
  { from: 2024, limit: cents(14_500_00) },
] as const

/**
 * How near a year is to the end of the exemption. `near`: above four fifths; `over`: VAT from January next; `at-once`: more
 * than a quarter above, VAT from that very receipt.
 */
export type ExemptionState = 'below' | 'near' | 'over' | 'at-once'

/** Cents, as the law counts them, and the state of a year that turned over `total`. Before 2024 there is no limit here. */
export function exemptionOf(year: number, total: Cents): { state: ExemptionState; limit: Cents; atOnce: Cents } | null {
  const found = LIMITS.find(({ from }) => year >= from)
  if (!found) return null
  const { limit } = found
  const atOnce = fraction(limit, 5, 4)
  const near = fraction(limit, 4, 5)
  if (total <= ZERO || total < near) return { state: 'below', limit, atOnce }
  if (total <= limit) return { state: 'near', limit, atOnce }
  return { state: total <= atOnce ? 'over' : 'at-once', limit, atOnce }
}

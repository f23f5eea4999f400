/**
 * The second bookkeeper's calculation of what a referral has paid: without the product's code, and in another way. It
 * walks week by week and adds up, in whole cents, what each week is worth once everything that was asked for is there.
 */
export type RawRule = {
  fixed?: number
  /** A share, in ten-thousandths of `of`. */
  part?: number
  of?: 'income' | 'income-less-vat' | 'fee'
  first: number
  weeks: number
  minWeeks: number
  minTrips: number
  hold: number
  cap: number | null
  clawback: number
}

/** One week of the referred person, counted from 0; `trips` is `null` where nobody knows. */
export type RawBrought = { at: number; income: number; vat: number; fee: number; trips: number | null }

/**
 * The amount in cents that should have been paid by the statement of week `by`, when the referred person left in week
 * `left`.
 */
export function paidBy(rule: RawRule, weeks: readonly RawBrought[], by: number, left: number | null): number {
  const known = new Map(weeks.map((week) => [week.at, week]))
  let worked = 0
  let trips = 0
  let open = false
  let paid = 0n
  /** Amounts that count only once everything that was asked for is there, with the week from which they count. */
  const waiting: { at: number; worth: bigint }[] = []
  for (let at = 0; at < by; at++) {
    const week = known.get(at)
    if (!week || week.income <= 0) continue
    worked += 1
    trips += week.trips ?? 0
    if (worked >= rule.first && worked < rule.first + rule.weeks) waiting.push({ at, worth: worthOf(rule, week) })
    if (!open && worked >= rule.minWeeks && trips >= rule.minTrips) {
      open = true
      // The waiting amounts count from this week on.
      for (const one of waiting) one.at = at
    }
  }
  if (left !== null && left < by && worked < rule.clawback) return 0
  if (!open) return 0
  for (const { at, worth } of waiting) if (at + rule.hold < by) paid += worth
  if (rule.cap !== null && paid > BigInt(rule.cap)) paid = BigInt(rule.cap)
  return Number(paid)
}

function worthOf({ fixed, part, of }: RawRule, { income, vat, fee }: RawBrought): bigint {
  if (fixed !== undefined) return BigInt(fixed)
  const base = of === 'fee' ? BigInt(fee) : of === 'income' ? BigInt(income) : BigInt(income) + BigInt(vat)
  if (base <= 0n) return 0n
  const parts = base * BigInt(part ?? 0)
  return (parts - (parts % 10_000n)) / 10_000n + (parts % 10_000n >= 5_000n ? 1n : 0n)
}

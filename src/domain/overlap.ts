import { type Cents, ZERO, minus, sum } from './money.ts'
import type { Change, Line } from './settlement-types.ts'

/** The line that a dispute contested: an adjustment or a plan has a line of its own beside others with the same code. */
export type ContestedAs = { code: Line['code']; adjustment: string | null; plan: string | null }

/**
 * What a line of a week comes to now, in cents: as the statement has it, with the differences that were accepted or wait
 * since it was issued; `null` for a draft, which has them in its lines. Zero where the week no longer has the line.
 */
export function amountNow(
  of: ContestedAs,
  { lines, since }: { lines: readonly Line[]; since: readonly Change[] | null },
): Cents {
  const own = lines.filter(
    ({ code, adjustment }) =>
      code === of.code &&
      (adjustment?.id ?? null) === of.adjustment &&
      (of.plan === null || (adjustment?.plan?.id ?? null) === of.plan),
  )
  const settled = lines
    .filter(({ code }) => since !== null && code === 'adjustment.settled')
    .flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'change' && step.term === of.code ? [step.amount] : [])),
    )
  const moved = (since ?? []).filter(({ code }) => code === of.code).map(({ from, to }) => sum([to, minus(from)]))
  return sum([...own.map(({ amount }) => amount), ...settled, ...moved])
}

/**
 * The part of a correction that its week has corrected again since, in cents with the sign of the correction: the line was
 * `before` when the office accepted the dispute, and is `now`. Zero where the line did not move the same way.
 */
export function overlapOf(correction: Cents, before: Cents, now: Cents): Cents {
  const moved = sum([now, minus(before)])
  if (Math.sign(moved) !== Math.sign(correction)) return ZERO
  return Math.abs(moved) < Math.abs(correction) ? moved : correction
}

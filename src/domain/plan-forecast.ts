import { lastOf } from './certain.ts'
import type { Interest } from './interest.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, minus, share, sum } from './money.ts'
import { type Instalment, MAX_INSTALMENTS, type PlanTerms, dueOf } from './plan.ts'
import { fitInstalment } from './settlement-deductions.ts'
import { type Week, nextWeek } from './week.ts'

/** A plan that is running, or that somebody considers: what is still owed, what was charged so far, and the weeks left out. */
export type RunningPlan = PlanTerms & {
  remaining: Cents
  repaid: Cents
  charged: Cents
  skips: ReadonlySet<Week>
}

/**
 * Works out how much room the ceiling usually leaves for deductions, in cents: from what the driver's last weeks left
 * (`left`, A…E + H) it takes the median; of an even number the lower one. `null` where there is no ceiling, and for a
 * driver without any week: then nothing is known.
 */
export function usualDeductionRoom(left: readonly Cents[], ceiling: BasisPoints | null): Cents | null {
  if (ceiling === null || left.length === 0) return null
  const inOrder = left.toSorted((a, b) => a - b)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const middle = inOrder[Math.floor((inOrder.length - 1) / 2)]!
  return middle > 0 ? share(middle, ceiling) : ZERO
}

/**
 * Forecasts the weeks of a plan under a ceiling, from `from` on, in cents. In each week the debt of earlier weeks
 * (`debt`, a positive size) comes first, then the running plans, the oldest first, then this one, as in a settlement.
 * `room` is what a week leaves open, `null` for no limit. `null` where the plan would take longer than the longest plan
 * allowed.
 */
export function forecast(
  plan: PlanTerms,
  { from, room, debt, running }: { from: Week; room: Cents | null; debt: Cents; running: readonly RunningPlan[] },
): Instalment[] | null {
  const requestedPlan: RunningPlan = {
    ...plan,
    remaining: sum([plan.total, minus(plan.down ?? ZERO)]),
    repaid: ZERO,
    charged: ZERO,
    skips: new Set<Week>(),
  }
  const coming: Instalment[] = []
  let plans = [...running, requestedPlan]
  let owed = debt
  for (let at = 0; at < MAX_INSTALMENTS; at++) {
    const week = nextWeek(from, at)
    let open = room
    if (open !== null) {
      const paid = cents(Math.min(owed, open))
      owed = sum([owed, minus(paid)])
      open = sum([open, minus(paid)])
    }
    let last: Omit<Instalment, 'after'> | null = null
    plans = plans.map((runningPlan) => {
      const { taken, charge } = instalmentIn(week, runningPlan, open)
      if (open !== null) open = sum([open, minus(taken), minus(charge)])
      last = { week, due: taken, charge }
      return {
        ...runningPlan,
        remaining: sum([runningPlan.remaining, minus(taken)]),
        repaid: sum([runningPlan.repaid, taken]),
        charged: sum([runningPlan.charged, charge]),
      }
    })
    const after = lastOf(plans).remaining
    if (last !== null) coming.push({ ...(last as Omit<Instalment, 'after'>), after })
    if (after === 0) return coming.filter(({ due }) => due > 0)
  }
  return null
}

function instalmentIn(week: Week, plan: RunningPlan, open: Cents | null): { taken: Cents; charge: Cents } {
  if (plan.remaining <= 0 || week < plan.first || plan.skips.has(week)) return { taken: ZERO, charge: ZERO }
  const { rate, repaid, charged }: Interest = { ...plan, rate: plan.interest ?? basisPoints(0) }
  return fitInstalment(dueOf(plan, plan.remaining), open, rate > 0 ? { rate, repaid, charged } : undefined)
}

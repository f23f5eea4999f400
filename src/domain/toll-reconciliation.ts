import { type Cents, cents, minus, sum, ZERO } from './money.ts'
import type { Earning } from './settlement-types.ts'
import type { TollPolicy } from './terms.ts'

/** Tolls charged and given back in one driver's week, and who bears the rest. Cents, all ≥ 0 except `difference`. */
export type TollReconciliation = {
  charged: Cents
  refundedByUber: Cents
  refundedByBolt: Cents
  refunded: Cents
  /** Charged less refunded: > 0 the refunds were too low, < 0 the platforms gave back more than the tolls cost. */
  difference: Cents
  /** Amount that the line "portagens" of the statement takes from the driver (`rulings.md` C.8). */
  takenFromDriver: Cents
  /** Loss of the driver once the refunds inside the income are counted; < 0 is a gain. */
  borneByDriver: Cents
  /** Loss of the operator. Driver and operator together bear the difference. */
  borneByOperator: Cents
}

/**
 * Compares what Via Verde charged with what the platforms gave back, and answers who bears the difference under a
 * policy: `driver` the driver all of it, `difference` the driver only the part that the refunds do not cover,
 * `operator` the operator, `off-trip` the driver the tolls passed without a passenger (`offTrip`, in cents).
 */
export function reconcileTolls(
  charged: Cents,
  earnings: readonly Pick<Earning, 'platform' | 'tollRefunds'>[],
  policy: TollPolicy,
  offTrip: Cents = ZERO,
): TollReconciliation {
  const from = (platform: Earning['platform']) =>
    sum(earnings.filter((earning) => earning.platform === platform).map(({ tollRefunds }) => tollRefunds))
  const [refundedByUber, refundedByBolt] = [from('uber'), from('bolt')]
  const refunded = sum([refundedByUber, refundedByBolt])
  const takenFromDriver = {
    driver: charged,
    difference: cents(Math.max(charged, refunded)),
    operator: refunded,
    'off-trip': sum([refunded, offTrip]),
  }[policy]
  const borneByDriver = sum([takenFromDriver, minus(refunded)])
  const difference = sum([charged, minus(refunded)])
  return {
    charged,
    refundedByUber,
    refundedByBolt,
    refunded,
    difference,
    takenFromDriver,
    borneByDriver,
    borneByOperator: sum([difference, minus(borneByDriver)]),
  }
}

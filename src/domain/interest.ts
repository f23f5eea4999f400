import { type BasisPoints, type Cents, ZERO, cents, share, sum } from './money.ts'

/**
 * Interest of an advance: `rate` of every instalment. `repaid` is what statements took of the plan so far and `charged`
 * the interest they took with it, both as positive sizes in cents.
 */
export type Interest = { rate: BasisPoints; repaid: Cents; charged: Cents }

/**
 * Works out the charge on an instalment of `taken`, in cents: the rate on everything repaid with it, less what was
 * charged before. So however the instalments fall (parts, voided weeks, other conditions), a driver who repays all of
 * it by statements has paid exactly `share(total, rate)`, and the last instalment takes the rest. Never below 0, and 0
 * without an instalment.
 */
export function chargeOn(instalment: Cents, { rate, repaid, charged }: Interest): Cents {
  if (instalment <= 0) return ZERO
  return cents(Math.max(share(sum([repaid, instalment]), rate) - charged, 0))
}

/** Works out how much of an instalment of `due` fits with its charge into `room`, in cents. */
export function affordableInstalment(due: Cents, room: Cents, interest: Interest): Cents {
  let [fits, tooMuch] = [0, due + 1]
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2)
    if (middle + chargeOn(cents(middle), interest) <= room) fits = middle
    else tooMuch = middle
  }
  return cents(fits)
}

/** Answers the interest of a plan after an instalment. */
export function afterInstalment(interest: Interest, instalment: Cents): Interest {
  const { rate, repaid, charged } = interest
  return { rate, repaid: sum([repaid, instalment]), charged: sum([charged, chargeOn(instalment, interest)]) }
}

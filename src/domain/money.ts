/**
 * Money is a whole number of euro cents, signed, from the importer to the screen.
 * The range is checked so that no sum can leave the integers a `number` holds exactly.
 */
export type Cents = number & { readonly unit: 'cents' }

/** A rate in hundredths of a percent: 4 % is 400. */
export type BasisPoints = number & { readonly unit: 'basis points' }

/** One thousand million euros: beyond it an amount is a mistake, not a payment. */
const LARGEST_AMOUNT = 100_000_000_000

/** Takes a whole number of cents; throws `RangeError` for a fraction or an amount no fleet can have. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > LARGEST_AMOUNT) {
    throw new RangeError(`${amount} is not an amount in cents`)
  }
  return (amount === 0 ? 0 : amount) as Cents
}

/** Takes a whole number of hundredths of a percent between 0 % and 100 %; throws `RangeError` for anything else. */
export function basisPoints(rate: number): BasisPoints {
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000)
    throw new RangeError(`${rate} is not a rate in basis points`)
  return rate as BasisPoints
}

export const ZERO = cents(0)

/** The exact sum, in cents. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/** An amount with the other sign, in cents. */
export function minus(amount: Cents): Cents {
  return cents(-amount)
}

/**
 * `amount × numerator / denominator`, rounded to the cent, half away from zero.
 * Every rounding of the product happens here and nowhere else (`rulings.md` C).
 */
export function fraction(amount: Cents, numerator: number, denominator: number): Cents {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`${numerator}/${denominator} is not a fraction`)
  }
  const product = BigInt(amount) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const size = product < 0n ? -product : product
  const rounded = (2n * size + divisor) / (2n * divisor)
  return cents(Number(product < 0n ? -rounded : rounded))
}

/** A percentage of an amount, rounded to the cent, half away from zero. */
export function share(amount: Cents, rate: BasisPoints): Cents {
  return fraction(amount, rate, 10_000)
}

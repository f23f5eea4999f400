import { type Cents, cents, fraction } from './money.ts'

/** How many of the units in which a message is priced, hundred-thousandths of a euro, make one cent. */
const UNITS_IN_CENT = 1_000

/**
 * What some messages of one price come to, in cents, rounded once for all of them together. `price` is what one costs, in hundred-thousandths
 * of a euro, three digits more than a cent has (0,01832 €). Both are whole and not negative.
 */
export function messageCost(count: number, price: number): Cents {
  return fraction(cents(count * price), 1, UNITS_IN_CENT)
}

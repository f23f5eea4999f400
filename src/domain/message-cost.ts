import { type Cents, cents, fraction } from './money.ts'

/** Units of a message price in one cent: a price is in hundred-thousandths of a euro. */
const UNITS_IN_CENT = 1_000

/**
 * Works out the cost of messages of one price, in cents, rounded once for all of them together. `price` is for one
 * message, in hundred-thousandths of a euro, three digits more than a cent has (0,01832 €). Both are whole and not
 * negative.
 */
export function messageCost(count: number, price: number): Cents {
  return fraction(cents(count * price), 1, UNITS_IN_CENT)
}

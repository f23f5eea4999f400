/** Index of the payment among the seven days in the catalogues. */
const PAYMENT = 3

/**
 * The events of a week's days, Monday first, with the payment moved to the operator's day (1 Monday to 7 Sunday);
 * `place`: the event's index in the catalogues.
 */
export function withPayDay<Item>(items: readonly Item[], payDay: number): { item: Item; place: number }[] {
  const placed = items.map((item, place) => ({ item, place }))
  const [payment] = placed.splice(PAYMENT, 1)
  return payment ? placed.toSpliced(payDay - 1, 0, payment) : placed
}

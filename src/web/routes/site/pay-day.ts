/** Where the catalogues tell of the payment, among the seven days of the week. */
const PAYMENT = 3

/**
 * What happens on the days of a week, Monday first, with the payment on the operator's day (1 Monday to 7 Sunday);
 * `place` is where the catalogues have it.
 */
export function withPayDay<Item>(items: readonly Item[], payDay: number): { item: Item; place: number }[] {
  const placed = items.map((item, place) => ({ item, place }))
  const [payment] = placed.splice(PAYMENT, 1)
  return payment ? placed.toSpliced(payDay - 1, 0, payment) : placed
}

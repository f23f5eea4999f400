import { type Days, dayBefore } from './paper.ts'

/** Recurring work on a car, and when it was last done: the kilometres, if anybody read them, and the day. */
export type MaintenanceRule = {
  everyKm: number | null
  everyMonths: number | null
  lastKm: number | null
  lastOn: Temporal.PlainDate
}

export type MaintenanceState = 'calm' | 'soon' | 'due'

/** Work is due soon when no more than this is left: two weeks of driving, or a month. */
const SOON_KM = 1_500
const SOON_DAYS = 30

/** Works out at what kilometres and on what day work is due, whichever comes first, and how near that is. */
export function maintenanceDue(rule: MaintenanceRule, { km, today }: { km: number | null; today: Temporal.PlainDate }) {
  const dueKm = rule.everyKm === null || rule.lastKm === null ? null : rule.lastKm + rule.everyKm
  const dueOn = rule.everyMonths === null ? null : rule.lastOn.add({ months: rule.everyMonths })
  const leftKm = dueKm === null || km === null ? null : dueKm - km
  const leftDays = dueOn === null ? null : today.until(dueOn, { largestUnit: 'days' }).days
  const isDue = (leftKm !== null && leftKm <= 0) || (leftDays !== null && leftDays <= 0)
  const isSoon = (leftKm !== null && leftKm <= SOON_KM) || (leftDays !== null && leftDays <= SOON_DAYS)
  const state: MaintenanceState = isDue ? 'due' : isSoon ? 'soon' : 'calm'
  return { dueKm, dueOn, leftKm, leftDays, state }
}

/** The greatest age of a car that the law allows, in force from the day `from`. */
export type AgeLimit = { from: string; years: number; electricYears: number }

/** Answers the last day on which a car may be used for TVDE, by the limit in force on the day `on`; `null` while there is no limit. */
export function usableUntil(
  { firstRegisteredOn, energy }: { firstRegisteredOn: string; energy: string },
  limits: readonly AgeLimit[],
  on: string,
): Temporal.PlainDate | null {
  const limit = limits.toSorted((a, b) => (a.from < b.from ? 1 : -1)).find(({ from }) => from <= on)
  return limit ? lastDayUnder(limit, { firstRegisteredOn, energy }) : null
}

/** How many months before a car is too old its owner is warned. */
const AGE_WARNING_MONTHS = ['12', '6', '3'] as const

/** Answers the latest warning that is due before a car is too old; `'0'` after that day; `null` while it is far away. */
export function ageWarning(
  until: Temporal.PlainDate,
  today: Temporal.PlainDate,
): (typeof AGE_WARNING_MONTHS)[number] | '0' | null {
  if (Temporal.PlainDate.compare(today, until) > 0) return '0'
  const isDue = (months: string) => Temporal.PlainDate.compare(today, until.subtract({ months: Number(months) })) >= 0
  // Most cars are far from the limit: the first comparison alone answers for them.
  return isDue(AGE_WARNING_MONTHS[0]) ? (AGE_WARNING_MONTHS.findLast(isDue) ?? null) : null
}

/** Answers the days on which a car is young enough, by the limit of each day; before the first limit any car is. */
export function usableDays(car: { firstRegisteredOn: string; energy: string }, limits: readonly AgeLimit[]): Days[] {
  const inOrder = limits.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const [first] = inOrder
  const unlimitedDays = first ? [{ from: null, until: dayBefore(first.from) }] : [{ from: null, until: null }]
  const limitedDays = inOrder.flatMap((limit, index): Days[] => {
    const last = lastDayUnder(limit, car).toString()
    const next = inOrder[index + 1]
    const until = next && dayBefore(next.from) < last ? dayBefore(next.from) : last
    return until < limit.from ? [] : [{ from: limit.from, until }]
  })
  return [...unlimitedDays, ...limitedDays]
}

function lastDayUnder(limit: AgeLimit, { firstRegisteredOn, energy }: { firstRegisteredOn: string; energy: string }) {
  const years = energy === 'electric' ? limit.electricYears : limit.years
  // "Under ten years" means that it is too old on its tenth birthday.
  return Temporal.PlainDate.from(firstRegisteredOn).add({ years }).subtract({ days: 1 })
}

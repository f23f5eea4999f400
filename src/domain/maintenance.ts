/** Work that comes again, and when it was done last: at what kilometres, if anybody read them, and on what day. */
export type MaintenanceRule = {
  everyKm: number | null
  everyMonths: number | null
  lastKm: number | null
  lastOn: Temporal.PlainDate
}

export type MaintenanceState = 'calm' | 'soon' | 'due'

/** Soon is so near: two weeks of driving, or a month. */
const SOON_KM = 1_500
const SOON_DAYS = 30

/** At what kilometres and on what day work is due, whichever comes first, and how near that is. */
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

/** Limits of the law, each from a day on. */
export type AgeLimit = { from: string; years: number; electricYears: number }

/** How old a car of the activity may be: the laws of 2018 and 2026, the second as others read it, to be confirmed. */
export const AGE_LIMITS: readonly AgeLimit[] = [
  { from: '2018-11-01', years: 7, electricYears: 7 },
  { from: '2026-09-01', years: 10, electricYears: 12 },
]

/** The last day on which a car may be used for the activity, by the limit in force on a day; `null` while no limit is. */
export function usableUntil(
  { firstRegisteredOn, energy }: { firstRegisteredOn: string; energy: string },
  limits: readonly AgeLimit[],
  on: string,
): Temporal.PlainDate | null {
  const limit = limits.toSorted((a, b) => (a.from < b.from ? 1 : -1)).find(({ from }) => from <= on)
  if (!limit) return null
  const years = energy === 'electric' ? limit.electricYears : limit.years
  // "Under ten years": on its tenth birthday it is too old.
  return Temporal.PlainDate.from(firstRegisteredOn).add({ years }).subtract({ days: 1 })
}

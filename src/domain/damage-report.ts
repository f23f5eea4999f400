/** What a driver reports of a car: damage that was done or found, or an accident on the road with somebody else. */
export const REPORT_KINDS = ['damage', 'accident'] as const

/** `waiting` for the office, which confirms or refuses it; `withdrawn` by its driver while it waited. */
export const REPORT_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** What its driver is told: what the office decided, or that it waits anew, because a decision was taken back. */
export const REPORT_EVENTS = ['confirmed', 'refused', 'waiting'] as const
export type ReportEvent = (typeof REPORT_EVENTS)[number]

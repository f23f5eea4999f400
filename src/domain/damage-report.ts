/** Kinds of report by a driver about a car: damage that was done or found, or an accident on the road with somebody else. */
export const REPORT_KINDS = ['damage', 'accident'] as const

/** States of a report: `waiting` for the office, which confirms or refuses it; `withdrawn` by its driver while it waited. */
export const REPORT_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Events that the driver is told: what the office decided, or that the report waits again because a decision was taken back. */
export const REPORT_EVENTS = ['confirmed', 'refused', 'waiting'] as const
export type ReportEvent = (typeof REPORT_EVENTS)[number]

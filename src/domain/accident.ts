/** State of the agreed statement of an accident: none was made yet (the default), both signed it, or one of them refused to. */
export const DECLARATIONS = ['none', 'signed', 'refused'] as const

/** Whether somebody was hurt. */
export const INJURIES = ['no', 'yes'] as const

/**
 * Days in which an accident is usually reported to the insurer (the policy says it; to be confirmed), and days after
 * which nobody is asked about it any more.
 */
export const TO_REPORT = { within: 8, asked: 30 } as const

/** How far an accident is: the insurer was not told yet, it decides, or nothing is left to do. */
export type AccidentState = 'unreported' | 'reported' | 'closed'

export function accidentState(of: { reportedOn: string | null; closedOn: string | null }): AccidentState {
  if (of.closedOn !== null) return 'closed'
  return of.reportedOn === null ? 'unreported' : 'reported'
}

/** The person liable for damage: whoever drove, somebody else, or nobody, because things wear out. */
export const DAMAGE_CAUSES = ['driver', 'third-party', 'wear'] as const
export type DamageCause = (typeof DAMAGE_CAUSES)[number]

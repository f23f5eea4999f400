/** The outcomes of a platform's message. */
export const MESSAGE_OUTCOMES = ['kept', 'older', 'nobody', 'unread', 'late'] as const
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number]

export type PlatformMessage = {
  id: string
  kind: string
  /** The driver's name, when the platform's list has the driver of the message. */
  driver: string | null
  state: string | null
  happenedAt: string
  cameAt: string
  outcome: MessageOutcome
}

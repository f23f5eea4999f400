/** What became of a message of a platform. */
export const MESSAGE_OUTCOMES = ['kept', 'older', 'nobody', 'unread', 'late'] as const
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number]

export type PlatformMessage = {
  id: string
  kind: string
  /** Of whom, where it is a driver whom the platform named to us. */
  driver: string | null
  state: string | null
  happenedAt: string
  cameAt: string
  outcome: MessageOutcome
}

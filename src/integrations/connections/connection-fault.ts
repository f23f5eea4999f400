/**
 * Why a platform did not give what was asked. `credentials`: it does not know them any more. `access`: it knows them, and its own
 * portal has to open the way first. `busy`: it asks to wait. `unreachable`: nobody answered, or not to the end; says nothing of the account.
 * `answer`: what it said is not what it promises.
 */
export const CONNECTION_TROUBLES = ['credentials', 'access', 'busy', 'unreachable', 'answer'] as const
export type ConnectionTrouble = (typeof CONNECTION_TROUBLES)[number]

/** A platform was asked and did not give it. `said` are words of ours or its number of an error, never what was sent to it. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault'
  readonly trouble: ConnectionTrouble
  readonly said: string
  /** How long the service itself wants to be left alone. */
  readonly wait: Temporal.Duration | null

  constructor(trouble: ConnectionTrouble, said: string, wait: Temporal.Duration | null = null) {
    super(`${trouble}: ${said}`)
    this.trouble = trouble
    this.said = said
    this.wait = wait
  }
}

/**
 * Why a platform did not give what was asked. `credentials`: it no longer knows them. `access`: it knows them, and its
 * portal has to allow access first. `busy`: it asks us to wait. `unreachable`: nobody answered, or not completely; says
 * nothing about the account. `answer`: the answer is not in the promised form.
 */
export const CONNECTION_TROUBLES = ['credentials', 'access', 'busy', 'unreachable', 'answer'] as const
export type ConnectionTrouble = (typeof CONNECTION_TROUBLES)[number]

/** Thrown when a platform did not give what was asked. `detail` is a text of ours or its error number, never what was sent to it. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault'
  readonly trouble: ConnectionTrouble
  readonly detail: string
  /** Time for which the service itself asks us to wait. */
  readonly wait: Temporal.Duration | null

  constructor(trouble: ConnectionTrouble, detail: string, wait: Temporal.Duration | null = null) {
    super(`${trouble}: ${detail}`)
    this.trouble = trouble
    this.detail = detail
    this.wait = wait
  }
}

import { z } from 'zod'

/** Whom to tell: the drivers of a form, one or many. */
export const tellInput = z.object({ drivers: z.array(z.uuid()).min(1, 'field.required').max(5_000) })

/**
 * `sent` to a mail server · `kept` as a file, where none is set up · `waiting` for its first or next try · `dead`, given
 * up on · `untold`: nothing was ordered yet · `no-address` / `bad-address`: cannot be told by e-mail.
 */
export type Told = 'sent' | 'kept' | 'waiting' | 'dead' | 'untold' | 'no-address' | 'bad-address'

/** One driver of a week and what became of the message about the statement. Plain text, for the screen. */
export type DriverMessage = {
  driver: { id: string; ref: string; name: string }
  told: Told
  /** Where it went or goes. */
  address: string | null
  /** Moment it was sent, or of the next try while it waits. */
  at: string | null
  tries: number
  /** The mail server's words, or `address` / `unreadable`. */
  reason: string | null
  /** The statement is in the driver's area, and the driver has an account to see it with. */
  inArea: boolean
}

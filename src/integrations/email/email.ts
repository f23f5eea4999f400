import type { Email, MailFault } from './letter.ts'
import { outbox } from './outbox.ts'
import { smtp, smtpFault } from './smtp.ts'

/** Answers the mail server at an address; without one, an outbox of files in the data directory. */
export function email(server: string | null): Email {
  return server === null ? outbox() : smtp(server)
}

/** Finds out why the mail server at an address does not let us in, by kind and in its own words; `null` when it does. Sends nothing. */
export function findMailFault(url: string): Promise<MailFault | null> {
  return smtpFault(url)
}

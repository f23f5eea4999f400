import type { Email, MailFault } from './letter.ts'
import { outbox } from './outbox.ts'
import { smtp, smtpFault } from './smtp.ts'

/** The mail server at an address; without one, files in the data directory. */
export function email(server: string | null): Email {
  return server === null ? outbox() : smtp(server)
}

/** Why the mail server at an address does not let us in, by kind and in its own words; `null` when it does. Nothing is sent. */
export function findMailFault(url: string): Promise<MailFault | null> {
  return smtpFault(url)
}

import { env } from '#platform/env.server.ts'
import type { Email } from './letter.ts'
import { outbox } from './outbox.ts'
import { smtp, smtpFault } from './smtp.ts'

/** The mail server of `SMTP_URL`; without one, files in the data directory. */
export function email(): Email {
  const { SMTP_URL } = env()
  return SMTP_URL ? smtp(SMTP_URL) : outbox()
}

/** Why the mail server at an address does not let us in, in its own words; `null` when it does. Nothing is sent. */
export function findMailFault(url: string): Promise<string | null> {
  return smtpFault(url)
}

/** One address and nothing else: what could name a second recipient or another header is refused. */
export function isOneAddress(address: string): boolean {
  return /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(address)
}

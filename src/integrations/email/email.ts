import { env } from '#platform/env.server.ts'
import type { Email } from './letter.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

/** The mail server of `SMTP_URL`; without one, files in the data directory. */
export function email(): Email {
  const { SMTP_URL } = env()
  return SMTP_URL ? smtp(SMTP_URL) : outbox()
}

/** One address and nothing else: what could name a second recipient or another header is refused. */
export function isOneAddress(address: string): boolean {
  return /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(address)
}

import { env } from '#platform/env.server.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

/** A message to one person. `id` is its `Message-ID`: the same for every try, so that a repeated one is recognised. */
export type Letter = {
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/** What became of a try. `later`: worth trying again; `never`: refused for good. `reason` is the other side's own words. */
export type Delivery = { outcome: 'sent'; via: 'smtp' | 'outbox' } | { outcome: 'later' | 'never'; reason: string }

/** The way out for e-mail. Answers what became of the letter; throws only for a defect of ours. */
export type Email = { send: (letter: Letter) => Promise<Delivery> }

/** The mail server of `SMTP_URL`; without one, files in the data directory. */
export function email(): Email {
  const { SMTP_URL } = env()
  return SMTP_URL ? smtp(SMTP_URL) : outbox()
}

/** One address and nothing else: what could name a second recipient or another header is refused. */
export function isOneAddress(address: string): boolean {
  return /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(address)
}

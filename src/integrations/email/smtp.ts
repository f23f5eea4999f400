import { createTransport } from 'nodemailer'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { type Delivery, type Email, type MailFault, type MailFaultKind, envelope } from './letter.ts'

const SECONDS = 1_000
const LONGEST_REASON = 300

/** Connects to a mail server by its address: `smtp://user:password@host:587`, `smtps://…`. A server that hangs is given up. */
export function smtp(url: string): Email {
  return {
    send: async (letter) => {
      const transport = transportTo(url)
      try {
        await callOut('mail', hostOf(url), () => transport.sendMail(envelope(letter)))
        return { outcome: 'sent', via: 'smtp' }
      } catch (error) {
        return verdict(error)
      } finally {
        transport.close()
      }
    },
  }
}

function transportTo(url: string, options: { forceAuth?: boolean } = {}) {
  return createTransport({
    url,
    ...options,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
  })
}

/** Seconds within which a server has to greet us and let us in, however slowly it talks. */
const ASKED_FOR = 12

/** Finds out why a mail server can't be used, by kind and in its own words; `null` when it greets us and lets us in. */
export async function smtpFault(url: string): Promise<MailFault | null> {
  // A server that offers no sign-in on this port would pass without the password being tried.
  const transport = transportTo(url, { forceAuth: true })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    ASKED_FOR * SECONDS,
  )
  try {
    await Promise.race([transport.verify(), late.promise])
    return null
  } catch (error) {
    const outcome = verdict(error)
    return 'reason' in outcome ? { kind: kindOf(error), words: outcome.reason } : null
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function kindOf(error: unknown): MailFaultKind {
  const message = error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : ''
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(message)) return 'unknown'
  if (/EAUTH/.test(message)) return 'sign-in'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'closed'
  if (/certificate|altnames/i.test(message)) return 'certificate'
  if (/ETLS|SSL|TLS/i.test(message)) return 'encryption'
  return /ETIMEDOUT|timeout/i.test(message) ? 'silent' : 'refused'
}

/** Answer of a server that wants a sign-in first, which it would ask for every letter. */
const SIGN_IN_FIRST = 530

/** What Node adds to the words for programmers. */
const FOR_PROGRAMMERS = /; if the root CA is installed locally.*$/

/** Judges an error: 5xx about the letter is final, 4xx is not. No answer, or our own sign-in refused or missing, is about the server. */
function verdict(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const reason = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const isAway = answer === null || answer === SIGN_IN_FIRST || ('code' in error && error.code === 'EAUTH')
  return {
    outcome: isAway ? 'away' : answer >= 500 ? 'never' : 'later',
    reason: reason.replaceAll(/\s+/g, ' ').replace(FOR_PROGRAMMERS, '').slice(0, LONGEST_REASON),
  }
}

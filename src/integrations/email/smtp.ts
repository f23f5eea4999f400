import { createTransport } from 'nodemailer'
import { type Delivery, type Email, envelope } from './letter.ts'

const SECONDS = 1_000
const LONGEST_REASON = 300

/** A mail server by its address: `smtp://user:password@host:587`, `smtps://…`. A server that hangs is given up on. */
export function smtp(url: string): Email {
  return {
    send: async (letter) => {
      const transport = transportTo(url)
      try {
        await transport.sendMail(envelope(letter))
        return { outcome: 'sent', via: 'smtp' }
      } catch (error) {
        return verdict(error)
      } finally {
        transport.close()
      }
    },
  }
}

function transportTo(url: string) {
  return createTransport({
    url,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
  })
}

/** Why a mail server can't be used, in its own words; `null` when it greets us and lets us in. */
export async function smtpFault(url: string): Promise<string | null> {
  const transport = transportTo(url)
  try {
    await transport.verify()
    return null
  } catch (error) {
    const said = verdict(error)
    return 'reason' in said ? said.reason : null
  } finally {
    transport.close()
  }
}

/** 5xx about the letter is final, 4xx is not. No answer, or our own sign-in refused, is about the server. */
function verdict(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const said = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const isAway = answer === null || ('code' in error && error.code === 'EAUTH')
  return {
    outcome: isAway ? 'away' : answer >= 500 ? 'never' : 'later',
    reason: said.replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON),
  }
}

import { createTransport } from 'nodemailer'
import { type Delivery, type Email, envelope } from './letter.ts'

const SECONDS = 1_000
const LONGEST_REASON = 300

/** A mail server by its address: `smtp://user:password@host:587`, `smtps://…`. A server that hangs is given up on. */
export function smtp(url: string): Email {
  return {
    send: async (letter) => {
      const transport = createTransport({
        url,
        connectionTimeout: 10 * SECONDS,
        greetingTimeout: 10 * SECONDS,
        socketTimeout: 30 * SECONDS,
      })
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

/** 5xx about the letter is final. No answer, 4xx, or our own sign-in refused (which the office can mend) is not. */
function verdict(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const said = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  const isSignIn = 'code' in error && error.code === 'EAUTH'
  return {
    outcome: answer !== null && answer >= 500 && !isSignIn ? 'never' : 'later',
    reason: said.replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON),
  }
}

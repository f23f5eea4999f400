import { ConnectionFault } from './connection-fault.ts'
import { type Outgoing, type OutgoingAnswer, OutgoingFault, type SendOut } from './outgoing.ts'

/** Times that one request is sent. */
export const TRIES = 3
/** Milliseconds between two tries; each rest is twice the one before. */
export const REST = 1_000
/** Longest wait within a run, seconds: a service that wants more is asked again later. */
const LONGEST_WAIT = 30

/** Rests for so many milliseconds: a function, so that a test need not wait. */
export type Rest = (milliseconds: number) => Promise<void>

/** The time from a moment up to another one, without that one. */
export type Span = { from: Temporal.Instant; to: Temporal.Instant }

/** How a client of a platform sends: the way out, how it rests, and how often it tries. */
export type Way = { send: SendOut; rest: Rest; tries?: number }

/**
 * Asks, and again where nobody answered or the service asks to wait for a moment; then throws `ConnectionFault`. `busyOf` says by what
 * word an answer asks to wait; 429 and every 5xx do so of themselves.
 */
export function patientAsking({ send, rest, tries = TRIES, busyOf }: Way & { busyOf?: BusyOf }) {
  let sent = 0

  async function ask(asked: () => Promise<Outgoing>, { isWholeWindow = false } = {}): Promise<OutgoingAnswer> {
    for (let left = tries - 1; ; left -= 1) {
      const last = left === 0
      let answer
      const what = await asked()
      try {
        sent += 1
        answer = await send(what)
      } catch (error) {
        if (!(error instanceof OutgoingFault)) throw error
        // A window that takes too long is asked for in halves, and not once more.
        if (last || (isWholeWindow && error.trouble === 'slow')) throw unreachable(error)
        await rest(REST * 2 ** (tries - 1 - left))
        continue
      }
      const said = answer.status === 429 || answer.status >= 500 ? String(answer.status) : (busyOf?.(answer) ?? null)
      if (said === null) return answer
      const wait = answer.retryAfter ?? Temporal.Duration.from({ seconds: 0 })
      if (last || wait.total('seconds') > LONGEST_WAIT) throw waiting(answer, said, wait)
      await rest(Math.max(wait.total('milliseconds'), REST * 2 ** (tries - 1 - left)))
    }
  }

  return {
    ask,
    /** Requests that left so far. */
    sent: () => sent,
  }
}

/** By what word an answer that is otherwise well asks to wait; `null` where it does not. */
type BusyOf = (answer: OutgoingAnswer) => string | null

function waiting({ status }: OutgoingAnswer, said: string, wait: Temporal.Duration): ConnectionFault {
  return new ConnectionFault(status >= 500 ? 'unreachable' : 'busy', said, wait.total('seconds') > 0 ? wait : null)
}

function unreachable({ trouble }: OutgoingFault): ConnectionFault {
  // Being led elsewhere, or given more than an answer is, is no matter of the network.
  const isOfNetwork = trouble === 'unreachable' || trouble === 'slow' || trouble === 'cut'
  return new ConnectionFault(isOfNetwork ? 'unreachable' : 'answer', trouble)
}

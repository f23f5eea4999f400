import { ConnectionFault } from './connection-fault.ts'
import { type Outgoing, type OutgoingAnswer, OutgoingFault, type SendOut } from './outgoing.ts'

/** Most times that one request is sent. */
export const TRIES = 3
/** Milliseconds between two tries; each wait is twice the one before. */
export const REST = 1_000
/** Longest wait within a run, in seconds: a service that asks for more is asked again later. */
const LONGEST_WAIT = 30

/** Waits for a number of milliseconds: a function, so that a test need not wait. */
export type Sleep = (milliseconds: number) => Promise<void>

/** Time from a moment up to another one, which is not included. */
export type Span = { from: Temporal.Instant; to: Temporal.Instant }

/** How a client of a platform sends: its way out, how it waits, and how often it tries. */
export type SendOptions = { send: SendOut; rest: Sleep; tries?: number }

/**
 * Makes a function that asks, and asks again where nobody answered or the service asks for a short wait; then it throws
 * `ConnectionFault`. `busyOf` finds the word by which an answer asks to wait; 429 and every 5xx always do so.
 */
export function patientAsking({ send, rest, tries = TRIES, busyOf }: SendOptions & { busyOf?: BusyOf }) {
  let sent = 0

  async function ask(makeRequest: () => Promise<Outgoing>, { isWholeWindow = false } = {}): Promise<OutgoingAnswer> {
    for (let left = tries - 1; ; left -= 1) {
      const last = left === 0
      let answer
      const request = await makeRequest()
      try {
        sent += 1
        answer = await send(request)
      } catch (error) {
        if (!(error instanceof OutgoingFault)) throw error
        // A time that takes too long is not asked for again as a whole, but in halves.
        if (last || (isWholeWindow && error.trouble === 'slow')) throw unreachableFault(error)
        await rest(REST * 2 ** (tries - 1 - left))
        continue
      }
      const problem = answer.status === 429 || answer.status >= 500 ? String(answer.status) : (busyOf?.(answer) ?? null)
      if (problem === null) return answer
      const wait = answer.retryAfter ?? Temporal.Duration.from({ seconds: 0 })
      if (last || wait.total('seconds') > LONGEST_WAIT) throw waitFault(answer, problem, wait)
      await rest(Math.max(wait.total('milliseconds'), REST * 2 ** (tries - 1 - left)))
    }
  }

  return {
    ask,
    /** Number of requests sent so far. */
    sent: () => sent,
  }
}

/** Answers the word by which an otherwise good answer asks to wait; `null` where it does not. */
type BusyOf = (answer: OutgoingAnswer) => string | null

function waitFault({ status }: OutgoingAnswer, detail: string, wait: Temporal.Duration): ConnectionFault {
  return new ConnectionFault(status >= 500 ? 'unreachable' : 'busy', detail, wait.total('seconds') > 0 ? wait : null)
}

function unreachableFault({ trouble }: OutgoingFault): ConnectionFault {
  // A redirect, or an answer that is too large, is no fault of the network.
  const isOfNetwork = trouble === 'unreachable' || trouble === 'slow' || trouble === 'cut'
  return new ConnectionFault(isOfNetwork ? 'unreachable' : 'answer', trouble)
}

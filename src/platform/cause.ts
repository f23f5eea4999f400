import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What something is done for: the request that somebody sent, by its id, and where in a trace it stands (`traceparent` of W3C) where traces
 * are written. Work that was ordered has the cause of who ordered it, so that the log leads from a click to its mail.
 */
export type Cause = { request: string | null; trace: string | null }

const NONE: Cause = { request: null, trace: null }
const causes = new AsyncLocalStorage<Cause>()

/** Whatever `act` does, also later, it does because of this. */
export function becauseOf<Result>(cause: Partial<Cause>, act: () => Result): Result {
  return causes.run({ ...currentCause(), ...cause }, act)
}

export function currentCause(): Cause {
  return causes.getStore() ?? NONE
}

/** What each line of the log says of it: everything that was done for one request has the `id` of its own line. */
export function causeInLog(): { id?: string } {
  const { request } = currentCause()
  return request === null ? {} : { id: request }
}

const PATTERNS: Readonly<Record<keyof Cause, RegExp>> = {
  request: /^[A-Za-z0-9-]{8,64}$/,
  trace: /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
}
const KINDS = ['request', 'trace'] as const

/**
 * The cause as it goes with a transaction, and from there with the work that is ordered in it (`flags` of the queue, 765-causes.sql): words of letters,
 * digits and dashes, so that it can stand in a statement. `null` where there is none.
 */
export function writtenCause(): string | null {
  const cause = currentCause()
  const words = KINDS.flatMap((kind) => {
    const value = cause[kind]
    return value !== null && PATTERNS[kind].test(value) ? [`${kind}:${value}`] : []
  })
  return words.length === 0 ? null : words.join(' ')
}

/** The cause that came with ordered work; whatever is none is passed over. */
export function causeOf(flags: Readonly<Record<string, unknown>> | null): Cause {
  const of = (kind: keyof Cause) => {
    const values = Object.keys(flags ?? {}).flatMap((flag) =>
      flag.startsWith(`${kind}:`) ? [flag.slice(kind.length + 1)] : [],
    )
    return values.find((value) => PATTERNS[kind].test(value)) ?? null
  }
  return { request: of('request'), trace: of('trace') }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Cause of some work: the id of the request that led to it, and its place in a trace (`traceparent` of W3C) where
 * traces are written. Ordered work has the cause of the request that ordered it, so that the log leads from a click to
 * its mail.
 */
export type Cause = { request: string | null; trace: string | null }

const NONE: Cause = { request: null, trace: null }
const causes = new AsyncLocalStorage<Cause>()

/** Runs `act` with this cause, also for what it does later. */
export function becauseOf<Result>(cause: Partial<Cause>, act: () => Result): Result {
  return causes.run({ ...currentCause(), ...cause }, act)
}

export function currentCause(): Cause {
  return causes.getStore() ?? NONE
}

/** Fields of the cause for each line of the log: all lines of one request have its `id`. */
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
 * Writes the cause for a transaction, and from there for the work ordered in it (`flags` of the queue, 765-causes.sql).
 * It has only letters, digits, colons and dashes, so that it can be put into a statement. `null` where there is none.
 */
export function writtenCause(): string | null {
  const cause = currentCause()
  const words = KINDS.flatMap((kind) => {
    const value = cause[kind]
    return value !== null && PATTERNS[kind].test(value) ? [`${kind}:${value}`] : []
  })
  return words.length === 0 ? null : words.join(' ')
}

/** Reads the cause that came with ordered work; ignores flags of any other kind. */
export function causeOf(flags: Readonly<Record<string, unknown>> | null): Cause {
  const of = (kind: keyof Cause) => {
    const values = Object.keys(flags ?? {}).flatMap((flag) =>
      flag.startsWith(`${kind}:`) ? [flag.slice(kind.length + 1)] : [],
    )
    return values.find((value) => PATTERNS[kind].test(value)) ?? null
  }
  return { request: of('request'), trace: of('trace') }
}

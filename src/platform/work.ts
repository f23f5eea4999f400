import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Kind of work: a page that somebody waits for; a heavy page, which reads whole weeks of the fleet and must not use up
 * what other pages need; or long work without a time limit (files, approvals, jobs, the command line).
 */
export type Work = 'page' | 'heavy' | 'long'

/**
 * Most statements of one page that the database runs at the same time. Each connection reads the catalogue of the
 * tables for itself: a page that uses a dozen connections pays for that a dozen times, and no machine has as many
 * processors.
 */
const STATEMENTS_AT_ONCE = 3

type Working = { work: Work; places: Places; sender: string | null }
const working = new AsyncLocalStorage<Working>()

/** Runs `act` as this kind of work, and for this sender, also for what it does later. */
export function workingAs<Result>(work: Work, act: () => Result, sender = currentSender()): Result {
  return working.run({ work, sender, places: new Places(work === 'long' ? Infinity : STATEMENTS_AT_ONCE) }, act)
}

/** Sets the account as the sender of the current work, once it is known: until then it is the network. */
export function noteSender(uid: string): void {
  const at = working.getStore()
  if (at) at.sender = uid
}

/**
 * Answers the sender of the current work: an account, or the network of a visitor; `null` without one. Limits for one
 * person count by it.
 */
export function currentSender(): string | null {
  return working.getStore()?.sender ?? null
}

/** Answers the kind of the current work; `long` outside of any. */
export function currentWork(): Work {
  return working.getStore()?.work ?? 'long'
}

/** Answers an object that is the same throughout one page or piece of work, and different for each; `null` outside of any. */
export function workAtHand(): object | null {
  return working.getStore() ?? null
}

/** Whether somebody waits for the result: nobody does for jobs and scheduled work. */
export function isWaitedFor(): boolean {
  return working.getStore() !== undefined
}

/** Waits until this work may run one more statement; answers the function that gives the place back. */
export async function placeToAsk(): Promise<() => void> {
  const places = working.getStore()?.places
  await places?.take()
  return () => places?.give()
}

class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** Whether a statement failed because it took too long and the database cancelled it. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom something is done: for a page somebody waits for; for one that reads whole weeks of the fleet, and must not
 * use up what the others need; or work that may take as long as it takes (files, approvals, jobs, the command line).
 */
export type Work = 'page' | 'heavy' | 'long'

/**
 * How many statements of one page the database works on at the same time. Each connection reads the catalogue of the tables for
 * itself: a page that uses a dozen connections pays for that a dozen times, and no machine has as many processors.
 */
const STATEMENTS_AT_ONCE = 3

type Working = { work: Work; places: Places; sender: string | null }
const working = new AsyncLocalStorage<Working>()

/** Whatever `act` does, also later, it does as this work, and for whoever sent what it is done for. */
export function workingAs<Result>(work: Work, act: () => Result, sender = currentSender()): Result {
  return working.run({ work, sender, places: new Places(work === 'long' ? Infinity : STATEMENTS_AT_ONCE) }, act)
}

/** Says whose the work at hand is, once that is known: from here on it is the account's, and no more its network's. */
export function noteSender(uid: string): void {
  const at = working.getStore()
  if (at) at.sender = uid
}

/** Who sent what is worked on: an account, or the network of a visitor; `null` where nobody did. What one person may take at once is counted by it. */
export function currentSender(): string | null {
  return working.getStore()?.sender ?? null
}

/** The work that this code runs in; outside of any it is `long`. */
export function currentWork(): Work {
  return working.getStore()?.work ?? 'long'
}

/** The very same for all that one page, or one piece of work, does, and for nothing else; `null` outside of any. */
export function workAtHand(): object | null {
  return working.getStore() ?? null
}

/** Whether somebody waits for what is done: nobody reads what a job, or the work of the day, brings about. */
export function isWaitedFor(): boolean {
  return working.getStore() !== undefined
}

/** Waits for a place among the statements that this work may have running; answers the function that gives it back. */
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

/** Whether something failed because the database gave a statement up that took too long. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

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

type RunningWork = { work: Work; slots: Slots; sender: string | null }
const runningWork = new AsyncLocalStorage<RunningWork>()

/** Runs `act`, and all that it starts, as this kind of work and for this sender. */
export function runAs<Result>(work: Work, act: () => Result, sender = currentSender()): Result {
  return runningWork.run({ work, sender, slots: new Slots(work === 'long' ? Infinity : STATEMENTS_AT_ONCE) }, act)
}

/** Sets the account as the sender of the current work. Until the session is read, the visitor's network is the sender. */
export function setSender(uid: string): void {
  const current = runningWork.getStore()
  if (current) current.sender = uid
}

/**
 * Answers the sender of the current work: an account, or the network of a visitor; `null` without one. Limits for one
 * person count by it.
 */
export function currentSender(): string | null {
  return runningWork.getStore()?.sender ?? null
}

/** Answers the kind of the current work; `long` outside of any. */
export function currentWork(): Work {
  return runningWork.getStore()?.work ?? 'long'
}

/** Answers an object that identifies the current page or piece of work, as a key for what is kept during it; `null` outside of any. */
export function currentWorkKey(): object | null {
  return runningWork.getStore() ?? null
}

/** Whether somebody waits for the result: nobody does for jobs and scheduled work. */
export function isWaitedFor(): boolean {
  return runningWork.getStore() !== undefined
}

/** Waits until this work may run one more statement; answers the function that gives the slot back. */
export async function takeStatementSlot(): Promise<() => void> {
  const slots = runningWork.getStore()?.slots
  await slots?.take()
  return () => slots?.release()
}

class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** Whether a statement failed because it took too long and the database cancelled it. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom something is done: for a page somebody waits for; for one that reads whole weeks of the fleet, and must not
 * use up what the others need; or work that may take as long as it takes (files, approvals, jobs, the command line).
 */
export type Work = 'page' | 'heavy' | 'long'

/**
 * How many questions one page asks of the database at the same time. Each connection learns the tables by itself: a page that
 * spreads over a dozen pays a dozen times, and nobody has as many processors.
 */
const QUESTIONS_AT_ONCE = 3

const working = new AsyncLocalStorage<{ work: Work; places: Places }>()

/** Whatever `act` does, also later, it does as this work. */
export function workingAs<Result>(work: Work, act: () => Result): Result {
  return working.run({ work, places: new Places(work === 'long' ? Infinity : QUESTIONS_AT_ONCE) }, act)
}

/** What is being worked on here. What is in no work takes its time. */
export function currentWork(): Work {
  return working.getStore()?.work ?? 'long'
}

/** A place among the questions that this work asks at the same time; answers how to give it back. */
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

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom something is done: for a page somebody waits for; for one that reads whole weeks of the fleet, and must not
 * use up what the others need; or work that may take as long as it takes (files, approvals, jobs, the command line).
 */
export type Work = 'page' | 'heavy' | 'long'

const working = new AsyncLocalStorage<Work>()

/** Whatever `act` does, also later, it does as this work. */
export function workingAs<Result>(work: Work, act: () => Result): Result {
  return working.run(work, act)
}

/** What is being worked on here. What is in no work takes its time. */
export function currentWork(): Work {
  return working.getStore() ?? 'long'
}

/** Whether something failed because the database gave a statement up that took too long. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

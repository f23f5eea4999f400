/** Whether something failed because the database went away, not because of what it was asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST.has(codeOf(error)) || WITHOUT_CODE.some((words) => error.message.startsWith(words))
}

/**
 * What the client of PostgreSQL says in words alone: a connection that ended, or had ended before it was asked; none that came
 * free, none that came about.
 */
const WITHOUT_CODE = [
  ...['Connection terminated', 'Client has encountered a connection error', 'Client was closed'],
  ...['timeout exceeded when trying to connect', 'timeout expired'],
]

/** Refused, broken and unreachable connections; a database that shuts down, crashed, is not up yet, or takes no more. */
const LOST: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', '53300'],
])

/** Whether something failed because there is no room left to write, on the disk of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FULL.has(codeOf(error)) || isDiskFull(error.cause)
}

/** No space, a quota that is used up, and what PostgreSQL calls the same. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : null
}

/** Whether something failed because the database went away, not because of what it was asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST.has(codeOf(error)) || WITHOUT_CODE.some((words) => error.message.startsWith(words))
}

/**
 * Whether that was because every connection is taken: the database is well, and has too much to do. Of ours none came free in
 * time, or it gives no more.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === TAKEN || error.message.startsWith(NONE_FREE))
}

const TAKEN = '53300'
const NONE_FREE = 'timeout exceeded when trying to connect'

/**
 * What the client of PostgreSQL says in words alone: a connection that ended, or had ended before it was asked; none that came
 * free, none that came about.
 */
const WITHOUT_CODE = [
  ...['Connection terminated', 'Client has encountered a connection error', 'Client was closed'],
  ...[NONE_FREE, 'timeout expired'],
]

/** Refused, broken and unreachable connections; a database that shuts down, crashed, is not up yet, or takes no more. */
const LOST: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', TAKEN],
])

/** Whether something failed because there is no room left to write, on the disk of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FULL.has(codeOf(error)) || isDiskFull(error.cause)
}

/** Whether something failed because the disk takes or gives nothing: it can only be read, is not ours, broke, or went away. */
export function isDiskShut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOfFiles = 'syscall' in error && OF_FILES.has(error.syscall)
  return (isOfFiles && SHUT.has(codeOf(error))) || isDiskShut(error.cause)
}

/** A disk that is only read, whose rights were changed, that reports faults; the folder of another machine, which is gone. */
const SHUT: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN', 'ENOTDIR'])
/** What is asked of a disk: connections and processes are refused by codes of the same names. */
const OF_FILES: ReadonlySet<unknown> = new Set([
  ...['open', 'read', 'write', 'fsync', 'mkdir', 'rename', 'unlink', 'rm', 'stat', 'lstat', 'access'],
])

/** No space, a quota that is used up, and what PostgreSQL calls the same. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : null
}

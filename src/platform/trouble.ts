/** Whether something failed because the database went away, not because of what it was asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST.has(codeOf(error)) || WITHOUT_CODE.some((words) => error.message.startsWith(words))
}

/**
 * Whether it was because all connections are in use: the database is healthy, but has too much to do. Either no
 * connection of our pools came free in time, or the database allows no more.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === TAKEN || error.message.startsWith(NONE_FREE))
}

const TAKEN = '53300'
const NONE_FREE = 'timeout exceeded when trying to connect'

/**
 * Messages of the PostgreSQL client that have no code: a connection ended, had ended before it was asked, did not come
 * free or was not made in time.
 */
const WITHOUT_CODE = [
  ...['Connection terminated', 'Client has encountered a connection error', 'Client was closed'],
  ...[NONE_FREE, 'timeout expired'],
]

/** Codes of refused, broken and unreachable connections, and of a database that shuts down, crashed, is not up yet, or takes no more. */
const LOST: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', '57P03', TAKEN],
])

/** Whether something failed because there is no room left to write, on the disk of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FULL.has(codeOf(error)) || isDiskFull(error.cause)
}

/** Whether something failed because the disk can't be used: it is read-only, not ours, broken, or gone. */
export function isDiskShut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOfFiles = 'syscall' in error && OF_FILES.has(error.syscall)
  return (isOfFiles && SHUT.has(codeOf(error))) || isDiskShut(error.cause)
}

/** Codes of a disk that is read-only, whose rights were changed, or that reports faults, and of a remote folder that is gone. */
const SHUT: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN', 'ENOTDIR'])
/** System calls on files: connections and processes fail with codes of the same names. */
const OF_FILES: ReadonlySet<unknown> = new Set([
  ...['open', 'read', 'write', 'fsync', 'mkdir', 'rename', 'unlink', 'rm', 'stat', 'lstat', 'access'],
])

/** Codes for no space and for a used-up quota, also PostgreSQL's. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : null
}

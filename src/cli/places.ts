import type { Translator } from '#messages/catalogue.ts'

/** What the system says of a path that cannot be read or written; anything else is a defect of ours. */
const REASONS: Readonly<Record<string, 'nothing' | 'folder' | 'closed'>> = {
  ENOENT: 'nothing',
  ENOTDIR: 'nothing',
  ENAMETOOLONG: 'nothing',
  ELOOP: 'nothing',
  EISDIR: 'folder',
  EACCES: 'closed',
  EPERM: 'closed',
  EROFS: 'closed',
}

/** Why a path that somebody named cannot be used, in words; `null` for an error that is of no path. */
export function placeTrouble(error: unknown, t: Translator): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  const reason = REASONS[String(error.code)]
  // A folder that is read as a file names no path.
  const path = 'path' in error ? String(error.path) : ''
  return reason === undefined ? null : t(`cli.place.${reason}`, { path })
}

import type { Translator } from '#messages/catalogue.ts'

/** Errors of the system for a path that cannot be read or written; any other error is a defect of ours. */
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

/** Says why a path that the caller named cannot be used; `null` for an error that is not about a path. */
export function placeTrouble(error: unknown, t: Translator): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  const reason = REASONS[String(error.code)]
  // The error of reading a folder as a file has no path.
  const path = 'path' in error ? String(error.path) : ''
  return reason === undefined ? null : t(`cli.place.${reason}`, { path })
}

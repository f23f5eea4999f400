import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077

/**
 * Closes the data folder to everybody but its owner, whatever rights it was made with, and from now on makes every file
 * of this process the owner's alone. Files in a folder that is closed already are not checked one by one. PostgreSQL
 * closes its own folder. On Windows the operator sets the rights of the folder.
 */
export function restrictToOwner(folder: string): void {
  process.umask(OTHERS)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') closeFolder(folder, ['db'])
}

function closeFolder(folder: string, except: readonly string[] = []): void {
  const { mode, uid } = statSync(folder)
  const self = process.getuid?.()
  if (uid !== self && self !== 0) return
  const wasOpen = (mode & OTHERS) !== 0
  if (wasOpen) chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!except.includes(entry.name)) closeFolder(path)
    } else if (wasOpen && entry.isFile()) chmodSync(path, 0o600)
  }
}

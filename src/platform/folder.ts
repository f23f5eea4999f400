import { statSync } from 'node:fs'

/** Identity of a folder on its disk, whatever its path: a copy has another one. `null` when the folder is not there or may not be read. */
export function folderIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

import { statSync } from 'node:fs'

/** What a folder is on its disk, whatever it is called: a copy is another one. `null` when it is not there or may not be looked at. */
export function folderIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

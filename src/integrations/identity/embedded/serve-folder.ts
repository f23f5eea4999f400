import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that says: accounts in this folder are for clients under development, and anybody may be the office. */
const MARK = 'identity-serve'

/**
 * Takes a folder for `identity:serve`, and marks it. Answers `false`, touching nothing, for one that has something in it and
 * no mark: that of an installation would be open to every page of a browser on this machine.
 */
export function takeFolder(folder: string): boolean {
  if (existsSync(join(folder, MARK))) return true
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) return false
  writeFileSync(join(folder, MARK), 'Accounts for clients under development: no installation goes here.\n')
  return true
}

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File that marks a folder: its accounts are for clients under development, and anybody may act as the office. */
const MARK = 'identity-serve'

/**
 * Takes a folder for `identity:serve`, and marks it. Answers `false` and changes nothing if the folder has content but
 * no mark: an installation's folder would be open to every web page in a browser on this machine.
 */
export function takeFolder(folder: string): boolean {
  if (existsSync(join(folder, MARK))) return true
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) return false
  writeFileSync(join(folder, MARK), 'Accounts for clients under development: no installation goes here.\n')
  return true
}

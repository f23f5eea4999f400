import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folder of the project, whether this file runs as it is or from the built server. */
export const PROJECT_ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src', 'db', 'migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The project folder was not found above the running file.')
  return findRoot(parent)
}

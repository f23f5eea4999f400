import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataPath } from './env.server.ts'
import { isAlive } from './process.ts'

/**
 * Does work with a folder of its own in the system's temporary place, and deletes the folder when the work ends. First
 * it deletes what a killed process left there under the same name, which may be a whole copy of an installation. Where
 * this user may not list or write the temporary place, the folder is in the data folder.
 */
export async function inPassingFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const prefix = `volante-${name}-`
  const place = await writableFolder()
  for (const entry of await readdir(place)) {
    const owner = entry.startsWith(prefix) ? /^(\d+)-/.exec(entry.slice(prefix.length))?.[1] : undefined
    if (owner === undefined || isAlive(Number(owner))) continue
    // A folder that belongs to another user stays.
    await rm(join(place, entry), { recursive: true, force: true }).catch(() => undefined)
  }
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function writableFolder(): Promise<string> {
  const { R_OK, W_OK, X_OK } = constants
  const isOpen = await access(tmpdir(), R_OK | W_OK | X_OK).then(
    () => true,
    () => false,
  )
  if (isOpen) return tmpdir()
  await mkdir(dataPath('passing'), { recursive: true, mode: 0o700 })
  return dataPath('passing')
}

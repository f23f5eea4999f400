import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process.ts'

/**
 * Work with a folder of its own in the system's temporary place, which goes when the work ends. What a process that was killed
 * left there under the same name goes first: it may be a whole copy of an installation.
 */
export async function inPassingFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const prefix = `volante-${name}-`
  for (const entry of await readdir(tmpdir())) {
    const owner = entry.startsWith(prefix) ? /^(\d+)-/.exec(entry.slice(prefix.length))?.[1] : undefined
    if (owner === undefined || isAlive(Number(owner))) continue
    // What is somebody else's to take away stays.
    await rm(join(tmpdir(), entry), { recursive: true, force: true }).catch(() => undefined)
  }
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

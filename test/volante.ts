import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { joinCluster } from '#db/cluster.server.ts'
import { forgetTheDisk } from './database.ts'

const run = promisify(execFile)

/** JSON as a program from outside reads it: by name, without our types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

/** `volante … --json` on a data directory, in a process of its own. */
export async function volante(folder: string, ...args: string[]): Promise<{ code: number; json: Json }> {
  const words = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', '--data', folder, ...args, '--json']
  try {
    const { stdout } = await run(process.execPath, words, {
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '' },
      maxBuffer: 2 ** 26,
    })
    return { code: 0, json: JSON.parse(stdout) }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, json: stdout ? JSON.parse(stdout) : null }
  }
}

/** Keeps the database of a folder running, for tests of the commands' output rather than of starting and stopping. */
export async function keepRunning(folder: string): Promise<() => Promise<void>> {
  const { ownerUrl, leave } = await joinCluster(folder)
  await forgetTheDisk(ownerUrl)
  // A command that ends would stop a database to which nobody else is connected: stay connected.
  const connection = new pg.Client({ connectionString: ownerUrl })
  await connection.connect()
  return async () => {
    await connection.end()
    await leave()
  }
}

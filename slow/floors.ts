import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Kills of every kind take minutes, and show something new only when the code under them has changed: how the site
 * starts and stops, the database and its queue, files, the commands that are killed, and the kills themselves. A new
 * job in the list of jobs does not count. `npm run slow -- kills` (thirty of each) and `npm test` (three) record the
 * code on which the kills held: while it is unchanged, `npm test` leaves them out.
 */
const KILLED_CODE = [
  ...['src/cli.ts', 'src/server.ts', 'src/db'],
  // How any command starts, works and ends, and the commands that are killed in their middle. A new command does not
  // count, and neither does the table of all commands, from which each reads its own modules.
  ...['approval', 'command', 'file-import', 'fleet-load', 'terminal', 'work'].map((name) => `src/cli/${name}.ts`),
  ...['close-server', 'folder', 'private-folder', 'process', 'running.server', 'sealed-file'].map(
    (name) => `src/platform/${name}.ts`,
  ),
]
/** Files that do not count: a new table changes nothing here. */
const NOT_COUNTED = /\.test\.ts$|\.md$|^src\/db\/(migrations\/|types\.ts)/
const KILLS = ['e2e/kill.e2e.ts', 'test/crash.test.ts']
const RECORD = join('slow', 'kills-held-on.txt')

/** The arguments for Node that run the kills; `VOLANTE_KILLS` says how often. */
export const killArguments = [
  ...['--disable-warning=ExperimentalWarning', join('node_modules', '.bin', 'vitest'), 'run'],
  ...['--project', 'journeys', '--project', 'pure', ...KILLS, '--testTimeout=3600000'],
]

function files(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((name) => !NOT_COUNTED.test(name))
}

function hashOfKilledCode(): string {
  const hash = createHash('sha256')
  for (const name of [...KILLED_CODE, ...KILLS].flatMap(files).sort()) hash.update(name).update(readFileSync(name))
  return hash.digest('hex')
}

/** Whether the kills held on the code that is here now. */
export const killsHeld = (): boolean => readFileSync(RECORD, 'utf8').trim() === hashOfKilledCode()

export const recordKills = () => writeFileSync(RECORD, `${hashOfKilledCode()}\n`)

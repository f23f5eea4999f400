import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Kills of every kind take minutes, and say something new only when what they stand on has changed: how the site starts
 * and stops, the database and its queue, files, the commands that are killed, and the kills themselves: one job more in the
 * list of jobs is no new floor. What they held on is recorded, by `npm run slow -- kills` (thirty of each) as by `npm test`
 * (three): while that is what stands here `npm test` leaves them out.
 */
const FLOORS = [
  ...['src/cli.ts', 'src/server.ts', 'src/db'],
  // How any command begins, works and ends, and those that are killed in their midst: a new command is no new floor, nor is
  // the table of all of them, from which each reads its own modules.
  ...['approval', 'command', 'file-import', 'fleet-load', 'terminal', 'work'].map((name) => `src/cli/${name}.ts`),
  ...['close-server', 'folder', 'private-folder', 'process', 'running.server', 'sealed-file'].map(
    (name) => `src/platform/${name}.ts`,
  ),
]
/** A new table is no new floor. */
const NO_FLOOR = /\.test\.ts$|\.md$|^src\/db\/(migrations\/|types\.ts)/
const KILLS = ['e2e/kill.e2e.ts', 'test/crash.test.ts']
const RECORD = join('slow', 'kills-held-on.txt')

/** The words for Node that kill; how often is `VOLANTE_KILLS`. */
export const killing = [
  ...['--disable-warning=ExperimentalWarning', join('node_modules', '.bin', 'vitest'), 'run'],
  ...['--project', 'journeys', '--project', 'pure', ...KILLS, '--testTimeout=3600000'],
]

function files(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((name) => !NO_FLOOR.test(name))
}

function floors(): string {
  const hash = createHash('sha256')
  for (const name of [...FLOORS, ...KILLS].flatMap(files).sort()) hash.update(name).update(readFileSync(name))
  return hash.digest('hex')
}

/** Did the kills hold on the floors that stand here? */
export const killsHeld = (): boolean => readFileSync(RECORD, 'utf8').trim() === floors()

export const recordKills = () => writeFileSync(RECORD, `${floors()}\n`)

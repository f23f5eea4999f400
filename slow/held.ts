import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reachedCode } from './reached-code.ts'

/**
 * A group of tests shows something new only when the code under it has changed. `npm test` records the code on which a
 * group held, and leaves the group out while that code is unchanged; `npm test -- everything` and `npm run slow -- held`
 * leave nothing out.
 */
export type Group = {
  name: string
  tests: readonly string[]
  /** The code under the tests, where it is chosen by hand. Otherwise it is all that they reach (`reached-code.ts`). */
  code?: readonly string[]
}

/**
 * Starts, stops and kills of every kind, and a database that is late or silent, take minutes. Under them lies how the site
 * starts and stops, the database and its queue, files, the launcher, and the commands that are killed. A new job in the list of
 * jobs does not count. `npm run slow -- kills` kills thirty times, `npm test` three times.
 */
export const KILLS: Group = {
  name: 'kills',
  tests: ['e2e/kill.e2e.ts', 'e2e/start.e2e.ts', 'e2e/trouble.e2e.ts', 'test/crash.test.ts'],
  code: [
    ...['src/cli.ts', 'src/server.ts', 'src/db'],
    // How any command starts, works and ends, and the commands that are killed in their middle. A new command does not
    // count, and neither does the table of all commands, from which each reads its own modules.
    ...['approval', 'command', 'file-import', 'fleet-load', 'terminal', 'work'].map((name) => `src/cli/${name}.ts`),
    ...['close-server', 'folder', 'private-folder', 'process', 'running.server', 'sealed-file'].map(
      (name) => `src/platform/${name}.ts`,
    ),
    ...['enough-for-npm.cjs', 'link-database.ts', 'prepare.ts', 'run.cjs', 'site-flags.json', 'volante.cjs'].map(
      (name) => `scripts/${name}`,
    ),
  ],
}

/** Tests of `npm test` that take seconds over code that seldom changes, in the projects `pure` and `apart`. */
export const GROUPS: readonly Group[] = [
  {
    name: 'readers-of-files',
    tests: [
      'src/integrations/archives.test.ts',
      'src/integrations/fuzz.test.ts',
      'src/integrations/worker/read-in-worker.test.ts',
      'test/corpus/corpus.test.ts',
    ],
  },
  {
    name: 'store-of-files',
    tests: ['bucket', 'bucket-killed', 'storage', 'store-contract'].map(
      (name) => `src/integrations/storage/${name}.test.ts`,
    ),
  },
  { name: 'uploads', tests: ['src/integrations/uploads/clean-upload.test.ts'] },
  {
    name: 'tables-and-seals',
    tests: ['csv', 'sealed-file', 'sheet', 'writers'].map((name) => `src/platform/${name}.test.ts`),
  },
  { name: 'embedded-database', tests: ['src/db/cluster.server.test.ts'] },
  {
    name: 'platforms',
    tests: ['bolt', 'cartrack', 'traccar'].map((name) => `src/integrations/connections/${name}.test.ts`),
  },
  { name: 'papers-and-trips', tests: ['src/domain/may-drive.test.ts', 'src/domain/trip.test.ts'] },
  { name: 'addresses', tests: ['src/web/screens.server.test.ts'] },
  { name: 'second-bookkeeper', tests: ['test/oracle-fails.test.ts'] },
]

const RECORD = join('slow', 'held-on.txt')
/** What decides how tests run and which packages they load, whatever they test. */
const UNDER_ALL = ['package-lock.json', 'package.json', 'tsconfig.json', 'vitest.config.ts']
/** Files that do not count where a folder is named: a new table changes nothing for a kill. */
const NOT_COUNTED = /\.test\.ts$|\.md$|^src\/db\/(migrations\/|types\.ts)/

/** The arguments for Node that run the kills; `VOLANTE_KILLS` says how often. */
export const killArguments = [
  ...['--disable-warning=ExperimentalWarning', join('node_modules', '.bin', 'vitest'), 'run'],
  ...['--project', 'journeys', '--project', 'pure', ...KILLS.tests, '--testTimeout=3600000'],
]

function files(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((name) => !NOT_COUNTED.test(name))
}

/** The files that have to be unchanged, so that a group needs no run. */
const codeUnder = ({ tests, code }: Group): readonly string[] =>
  code ? [...code, ...tests].flatMap(files).toSorted() : [...reachedCode(tests), ...UNDER_ALL]

export function hashOf(names: readonly string[], root = '.'): string {
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/** Each recorded group with the hash of the code on which it held. */
const recorded = () =>
  new Map(
    readFileSync(RECORD, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )

/** A group beside the code that is here: it is asked before the tests run, because somebody may change code meanwhile. */
export type Standing = { name: string; tests: readonly string[]; hash: string; hasHeld: boolean }

export function standing(group: Group): Standing {
  const hash = hashOf(codeUnder(group))
  return { name: group.name, tests: group.tests, hash, hasHeld: recorded().get(group.name) === hash }
}

/** Writes on which code groups held. */
export function recordHeld(...groups: readonly Standing[]): void {
  const known = recorded()
  for (const { name, hash } of groups) known.set(name, hash)
  const lines = [KILLS, ...GROUPS].flatMap(({ name }) => (known.has(name) ? `${name} ${known.get(name)}\n` : []))
  writeFileSync(RECORD, lines.join(''))
}

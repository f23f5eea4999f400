import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isAlive } from './src/platform/process.ts'

/** Bytes that a run may take, so that it is kept in memory: a tenth of its processor time went into writing what goes with it. */
const MAX_RUN_BYTES = 8 * 1024 ** 3

/** Where a run keeps what it makes: in memory if there is room for all of it; a folder that somebody named is taken as it is. */
function runPlace(): string {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return tmpdir()
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const mount = mounts.find((line) => line.startsWith(`tmpfs ${memory} `))
    const { bavail, bsize } = statfsSync(memory)
    const hasRoom = bavail * bsize > MAX_RUN_BYTES && process.availableMemory() > MAX_RUN_BYTES
    return mount?.includes(' rw,') && !mount.includes('noexec') && hasRoom ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** All that a run makes lies in one folder and goes with it; a database that is served by somebody else gets through. */
// This file is read more than once in a run.
if (!tmpdir().includes('volante-run-')) {
  const place = runPlace()
  // A run that was killed could take nothing away.
  for (const folder of new Set([place, tmpdir()]))
    for (const entry of readdirSync(folder)) {
      const owner = /^volante-run-(\d+)-/.exec(entry)?.[1]
      if (owner !== undefined && !isAlive(Number(owner)))
        rmSync(join(folder, entry), { recursive: true, force: true, maxRetries: 10 })
    }
  const made = mkdtempSync(join(place, `volante-run-${process.pid}-`))
  chmodSync(made, 0o711)
  process.env['TMPDIR'] = made
  process.on('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 10 }))
}

/**
 * Files of tests at a time: two more than there are cores. With one more, a fifth of the processor time of a run was nobody's: one
 * file waits for its database, another for a site, a browser, or the next minute. `VITEST_MAX_WORKERS` says otherwise.
 */
const WORKERS = availableParallelism() + 2

/** What starts and kills processes for minutes: it runs when the code under it changed, see `slow/held.ts`. */
const kills =
  process.env['VOLANTE_KILLS'] === undefined
    ? ['e2e/kill.e2e.ts', 'e2e/start.e2e.ts', 'e2e/trouble.e2e.ts', 'test/crash.test.ts']
    : []

/** What mounts a disk of its own, which not every machine permits: the lane `disk` of `slow/slow.ts`. */
const disk = process.env['VOLANTE_DISK'] === undefined ? ['e2e/full-disk.e2e.ts'] : []

/** What takes the store, the mail server and the services of others away: the lane `outages`. */
const outages =
  process.env['VOLANTE_OUTAGES'] === undefined
    ? ['e2e/outages.e2e.ts', 'e2e/outside.e2e.ts', 'e2e/identity-away.e2e.ts']
    : []

/** What ends a site two hundred times: the lane `stops`. */
const stops = process.env['VOLANTE_STOPS'] === undefined ? ['e2e/stops.e2e.ts'] : []

export const DATABASE = [
  'src/features/**/*.test.ts',
  'src/db/**/*.test.ts',
  'src/integrations/identity/**/*.test.ts',
  'src/web/**/*.server.test.ts',
  'test/**/*.db.test.ts',
]

/** Of these, what has a process and a database of its own: it puts modules in the place of others, or leaves tables otherwise than it found them. */
export const ALONE = [
  'src/db/standby.server.test.ts',
  'src/db/elsewhere.server.test.ts',
  'src/db/sealed-columns.server.test.ts',
  'src/features/mail/causes.server.test.ts',
  'src/features/oversight/personal-data/queries.server.test.ts',
  'src/features/oversight/personal-data/erasure.server.test.ts',
  'src/features/system/restores/commands.server.test.ts',
  'test/planted.db.test.ts',
]

/** Tests that set something of their process, or ask what nobody has set yet: each has a process of its own. */
export const ISOLATED = [
  'src/cli/**/*.test.ts',
  'src/platform/**/*.test.ts',
  'src/integrations/{worker,storage,uploads}/**/*.test.ts',
  'src/web/i18n.test.ts',
  // A worker hears what its process hears.
  'src/web/enhancing/{area-worker,outbox,push-worker}.test.ts',
  // Forty seconds of commands in processes of their own: begun early, where what comes last is done in moments.
  'test/{command-line,bank-command}.test.ts',
  // Begun early for the same reason: as the last of the pure ones it held one core for ten seconds, and the other had nothing to do.
  'src/integrations/fuzz.test.ts',
  // It starts databases of its own, and needs none of the run's.
  'src/db/cluster.server.test.ts',
  // It makes a site of the list of screens alone, and needs no database.
  'src/web/screens.server.test.ts',
  // What the database's tests do with less work (`test/light-passwords.ts`) is done whole here.
  'src/integrations/identity/embedded/password-hash.test.ts',
]

/** Tests that held before on the code that is here now (`slow/held.ts`): `npm test` leaves them out. */
const held = process.env['VOLANTE_HELD']?.split(' ').filter(Boolean) ?? []

/** Each random test many times over: the lane `random`. */
const turns = process.env['VOLANTE_TURNS'] !== undefined

export default defineConfig({
  resolve: {
    alias: turns ? [{ find: /^fast-check$/, replacement: join(import.meta.dirname, 'slow', 'more-turns.ts') }] : [],
  },
  test: {
    // No test says how long something takes: this ends what hangs. Filling a demonstration took more than a minute beside ten others.
    testTimeout: turns ? 3_600_000 : 180_000,
    hookTimeout: 180_000,
    maxWorkers: WORKERS,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...DATABASE, ...ISOLATED, ...kills, ...held],
          // They leave nothing behind (`test/house.test.ts`): modules are read once for all of them, not for each.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: ISOLATED, exclude: held } },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...kills, ...disk, ...outages, ...stops],
          // One browser, and modules read once, for all that a worker does.
          isolate: false,
          globalSetup: ['e2e/prepared.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE,
          exclude: [...ISOLATED, ...ALONE],
          // One process for many files: what each leaves behind is taken away (`test/own-database.ts`), modules are read once.
          isolate: false,
          provide: { sharesProcess: true },
          globalSetup: ['test/database.ts'],
          setupFiles: ['test/setup-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          provide: { sharesProcess: false },
          globalSetup: ['test/database.ts'],
          setupFiles: ['test/setup-database.ts'],
        },
      },
    ],
  },
})

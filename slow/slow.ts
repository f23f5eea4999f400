import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GROUPS, KILLS, killArguments, recordHeld, standing } from './held.ts'

/**
 * `npm run slow [-- NAME…]`: tests that take too long for every change. Each part prints its figures and fails by its
 * exit code; the figures of a release go into `docs/quality.md` with the day.
 */
const node = ['--disable-warning=ExperimentalWarning']
const vitest = (...args: string[]) => [...node, join('node_modules', '.bin', 'vitest'), 'run', ...args]

/** The journeys that leave combinations out of `npm test`: those that ask `e2e/whole.ts`. */
function wholeJourneys(): string[] {
  const journeys = readdirSync('e2e').filter((name) => name.endsWith('.e2e.ts'))
  return journeys.map((name) => join('e2e', name)).filter((path) => readFileSync(path, 'utf8').includes("'./whole.ts'"))
}

const PARTS: Record<string, { args: string[]; env?: Record<string, string> }> = {
  /** A hundred thousand random weeks against the second bookkeeper. */
  weeks: {
    args: vitest('--project', 'pure', 'test/oracle.test.ts', 'test/second-referrals.test.ts', '--testTimeout=3600000'),
    env: { VOLANTE_WEEKS: '100000' },
  },
  /** Every random test as often as fifty runs ask it, each time by a fresh seed. */
  random: { args: [...node, join('slow', 'random.ts')] },
  /** Thirty kills of the site and ten of its database, over HTTP; and of the command line, in each of its commands. */
  kills: { args: killArguments, env: { VOLANTE_KILLS: process.env['VOLANTE_KILLS'] ?? '30' } },
  /** The groups of tests that `npm test` leaves out while the code under them is unchanged. */
  held: { args: vitest('--project', 'pure', '--project', 'apart', ...GROUPS.flatMap(({ tests }) => tests)) },
  /** A hundred kills of the store while files go into it. */
  store: {
    args: vitest('src/integrations/storage/bucket-killed.test.ts', '--testTimeout=3600000'),
    env: { VOLANTE_KILLS: process.env['VOLANTE_KILLS'] ?? '100' },
  },
  /**
   * Kept files in a bucket of OpenStack Swift, which Debian packs: whether a foreign check of signatures accepts ours.
   */
  bucket: { args: [...node, join('slow', 'bucket.ts')] },
  /** Ends a site two hundred times, in each way there is. */
  stops: {
    args: vitest('--project', 'journeys', 'e2e/stops.e2e.ts', '--testTimeout=3600000'),
    env: { VOLANTE_STOPS: process.env['VOLANTE_STOPS'] ?? '200' },
  },
  /** A bare Debian 12 and an ordinary user: run it whenever set-up, lock file or dependencies changed. */
  bare: { args: [...node, join('slow', 'bare.ts')] },
  /** The image of `deploy/Containerfile`, built and run: `apt-get install buildah mmdebstrap`. */
  image: { args: [...node, join('slow', 'image.ts')] },
  /** A thousand scripts of faults of a platform: what it lists is whole or not there, and no row is lost or doubled. */
  connections: {
    args: vitest(
      'src/integrations/connections',
      'src/features/connections',
      'src/features/mail/whatsapp',
      'src/features/imports/platform-reports',
      'src/features/imports/mailboxes',
      'src/features/positions/requests',
      '--testTimeout=7200000',
    ),
    env: { VOLANTE_SCRIPTS: process.env['VOLANTE_SCRIPTS'] ?? '1000' },
  },
  /** Two sites as on two machines: restarted one after the other, and killed, while people read and write. */
  sites: { args: [...node, join('slow', 'sites.ts')] },
  /** Four sites as on four machines, one killed at any moment while people write on each. */
  'four-sites': { args: [...node, join('slow', 'four-sites.ts')] },
  /** A small disk that is filled under a working site. */
  disk: {
    args: vitest('--project', 'journeys', 'e2e/full-disk.e2e.ts', '--testTimeout=600000'),
    env: { VOLANTE_DISK: 'yes' },
  },
  /**
   * The store of files and the mail server away under every page and every form with a file, and services outside away.
   */
  outages: {
    args: vitest(
      '--project',
      'journeys',
      'e2e/outages.e2e.ts',
      'e2e/outside.e2e.ts',
      'e2e/identity-away.e2e.ts',
      '--testTimeout=600000',
    ),
    env: { VOLANTE_OUTAGES: 'yes' },
  },
  /** Two operators of one host: each kind of page opened at both. */
  host: {
    args: vitest('--project', 'journeys', 'e2e/host.e2e.ts', '--testTimeout=3600000'),
    env: { VOLANTE_TURNS: '1' },
  },
  /** Twenty people who write for thirty seconds, and twenty at the same form fifty times. */
  together: {
    args: vitest('--project', 'journeys', 'e2e/together.e2e.ts', '--testTimeout=3600000'),
    env: { VOLANTE_TOGETHER: 'full' },
  },
  /** Every combination of reader, place, form, way of asking and browser of which `npm test` tries each kind once. */
  whole: {
    args: vitest('--project', 'journeys', ...wholeJourneys(), '--testTimeout=600000'),
    env: { VOLANTE_WHOLE: 'yes' },
  },
  /** Every page, language, colour mode and width, and the states of the shell. */
  axe: { args: [...node, join('slow', 'axe.ts')] },
  /** A picture of every page, language, colour mode and width, sheets of them, and what is too wide or too small to press. */
  screens: {
    args: [...node, join('slow', 'screens.ts')],
    // Keep the pictures, to be looked at afterwards.
    env: { SCREENS_TO: process.env['SCREENS_TO'] ?? join(tmpdir(), 'volante-screens') },
  },
  /** Data of earlier programs under today's; needs the whole history. */
  upgrade: { args: [...node, join('slow', 'upgrade.ts')] },
  /** Each alert fires by its own fault and none in a quiet hour; by promtool, from Debian's prometheus. */
  alerts: { args: [...node, join('slow', 'alerts.ts')] },
  /** The pictures of the README. */
  pictures: { args: [...node, join('slow', 'pictures.ts')] },
  /** The pictures of the guide. */
  guide: { args: [...node, join('slow', 'guide.ts')] },
  /** Lighthouse on a phone: every public page in both languages, median of three. */
  lighthouse: { args: [...node, join('slow', 'lighthouse.ts')] },
  /** Notices through Debian's Firefox and a push service of this machine, to the screen and back: `apt-get install firefox-esr`. */
  push: { args: [...node, join('slow', 'push-firefox.ts')] },
  /** The built site behind Debian's PgBouncer, as the docs set it up: `apt-get install postgresql pgbouncer`. */
  pooler: { args: [...node, join('slow', 'pooler.ts')] },
  /** Patroni over two PostgreSQL, the primary killed while weeks are paid: `apt-get install postgresql patroni etcd-server haproxy`. */
  failover: { args: [...node, join('slow', 'failover.ts')] },
  /** The built site beside a streaming standby: `apt-get install postgresql`. */
  replica: { args: [...node, join('slow', 'replica.ts')] },
  /** Bugs put into a copy of the tree, one at a time: the tests must notice each. */
  seeded: { args: [...node, join('slow', 'seeded.ts')] },
  /** Does a test hold every rule of the domain? */
  mutations: {
    args: [join('node_modules', '.bin', 'stryker'), 'run', 'slow/stryker.config.json'],
    env: { VOLANTE_WEEKS: '60' },
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`)
  process.exit(2)
}
if (!existsSync(join('build', 'server', 'index.js'))) throw new Error('The site is not built.')

// A folder for everything that a part leaves in the temporary place, deleted with it: profiles of browsers, copies of
// trees, folders of killed sites.
const place = mkdtempSync(join(tmpdir(), 'volante-slow-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 10 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const results = (asked.length > 0 ? asked : Object.keys(PARTS)).map((name) => {
  const { args, env } = PARTS[name]!
  const groups = (name === 'kills' ? [KILLS] : name === 'held' ? GROUPS : []).map(standing)
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: place, NODE_ENV: 'test', ...env },
  })
  if (status === 0) recordHeld(...groups)
  return { name, holds: status === 0 }
})
for (const { name, holds } of results) console.log(`${holds ? '✓' : '✗'} ${name}`)
process.exit(results.every(({ holds }) => holds) ? 0 : 1)

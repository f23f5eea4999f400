/**
 * `npm test`: everything that must hold, in one run on a clean checkout. Groups of tests that held before on the very
 * code that is here are left out (`slow/held.ts`): `npm test -- everything` runs them too. `npm test -- fast` leaves the browser out;
 * `npm run check -- --changed` asks only what a change to the working tree, or since `main`, can have broken.
 * Ends with one line: `N passed, N failed`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { GROUPS, KILLS, type Standing, killArguments, recordHeld, standing } from '../slow/held.ts'

const [mode = 'test', ...choices] = process.argv.slice(2)
const changed = choices.includes('--changed')
const everything = choices.includes('everything')
const fast = mode === 'check' || choices.includes('fast')
const bin = (name: string) => join('node_modules', '.bin', name)
let passed = 0
let failed = 0
/** Files of tests that passed as a whole. */
const whole = new Set<string>()
const seconds: { file: string; took: number }[] = []
/** Failures, printed once more at the very end, for readers who see only the last lines of a long run. */
const broken: string[] = []

/** Most lines of a failure that are printed: the end of a check, the beginning of a test's. */
const LINES = 30

/**
 * The type checker reads the program once and ends: collect garbage only above this limit. Collection took a fifth of
 * its processor time.
 */
const RARELY_COLLECTED = { GOGC: 'off', GOMEMLIMIT: '4GiB' }

/** The linter also reports the compiler's errors, since it reads all types for its rules. `npm run types` runs the compiler alone. */
const LINT_WITH_TYPES = ['--deny-warnings', '--type-check']

/** Runs one check that either passes or fails. Its output is printed at its end, because other checks may run at the same time. */
async function check(name: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const started = Date.now()
  const said: Buffer[] = []
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => said.push(piece))
  const holds = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      said.push(Buffer.from(`${error}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  if (holds) passed++
  else {
    failed++
    broken.push([`✗ ${name}`, ...Buffer.concat(said).toString().trimEnd().split('\n').slice(-LINES)].join('\n'))
  }
  process.stdout.write(Buffer.concat(said))
  console.log(`${holds ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return holds
}

/** Kinds of tests that need no built site. */
const QUICK = ['pure', 'apart', 'alone', 'database']
const VITEST = ['--disable-warning=ExperimentalWarning', bin('vitest'), 'run']

/** Runs a suite of tests and adds its counts. Answers whether it passed. */
async function suite(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const started = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'volante-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [...args, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...env },
  })
  const [status] = (await once(child, 'close')) as [number | null]
  if (existsSync(report)) {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numTotalTests: number
      testResults: {
        name: string
        startTime: number
        endTime: number
        status: string
        message: string
        assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
      }[]
    }
    seconds.push(
      ...counts.testResults.map(({ name: file, startTime, endTime }) => ({ file, took: endTime - startTime })),
    )
    for (const { name: file, status: held, message, assertionResults } of counts.testResults) {
      if (held === 'passed') whole.add(relative('.', file))
      const tests = assertionResults.filter((test) => test.status === 'failed')
      const say = (what: string, why: string) =>
        broken.push([`✗ ${relative('.', file)}: ${what}`, ...why.split('\n').slice(0, LINES)].join('\n'))
      for (const test of tests) say(test.fullName, test.failureMessages.join('\n'))
      // A file that does not load, or whose end fails, has no failed test.
      if (held === 'failed' && tests.length === 0) say('the file itself', message)
    }
    passed += counts.numPassedTests
    failed += counts.numFailedTests
    // A file that does not even load has no failed test, and must not pass for that.
    if (status !== 0 && counts.numFailedTests === 0) {
      failed++
      broken.push(`✗ ${name}: ended with ${status} and no failed test; what it said stands above`)
    }
    if (counts.numTotalTests === 0 && !changed) failed++
  } else {
    failed++
    broken.push(`✗ ${name}: ended with ${status} and counted nothing; what it said stands above`)
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

/** Lists the changed files: those that git does not have yet, and those that differ from `main`. */
function touched(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const names = [...git('diff', '--name-only', 'main'), ...git('ls-files', '--others', '--exclude-standard')]
  return names.filter((name) => existsSync(name))
}

/** Runs the tests that the change reaches through imports, and those that read the whole code. */
async function quickly() {
  const code = touched().filter((name) => /\.(ts|tsx|cjs|css|md|json)$/.test(name))
  if (code.length > 0) await check('the code has one format', bin('oxfmt'), ['--check', ...code])
  // The compiler checks the effects of changed types elsewhere, and `npm test` runs the linter on every file.
  const linted = code.filter((name) => /\.(ts|tsx|cjs)$/.test(name))
  if (linted.length > 0) await check('the linter has nothing to say', bin('oxlint'), ['--deny-warnings', ...linted])
  await check('routes have types', bin('react-router'), ['typegen'])
  await check('the types hold', bin('tsc'), [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types',
  ])
  await suite('the house', [
    ...VITEST,
    '--project',
    'pure',
    'test/house.test.ts',
    'test/money-ways.test.ts',
    'src/messages',
  ])
  await suite('what the change reaches', [
    ...VITEST,
    ...QUICK.flatMap((kind) => ['--project', kind]),
    '--changed',
    'main',
  ])
}

if (changed) {
  await quickly()
  finish()
}

await check('routes have types', bin('react-router'), ['typegen'])
// The linter has one type checker (`tsconfig.json`), and reports what the compiler would. It takes one core for a minute:
// beside it run the checks that have several steps in sequence, and then the first tests.
const linted = check(
  'the types hold, and the linter has nothing to say',
  bin('oxlint'),
  LINT_WITH_TYPES,
  RARELY_COLLECTED,
)
const isBuilt = await runOtherChecks()

/** Answers whether the site was built. */
async function runOtherChecks(): Promise<boolean> {
  await check('the code has one format', bin('oxfmt'), ['--check', '.'])
  await check('styles take their sizes and colours from the tokens', bin('stylelint'), ['src/**/*.css'])
  await check('the database’s types are what the migrations give', process.execPath, ['scripts/db-types.ts', '--check'])
  await check('nothing is written and never used', bin('knip'), [])
  const builder = join('node_modules', '@react-router', 'dev', 'bin.cjs')
  return !fast && (await check('the site builds', process.execPath, [builder, 'build', '--logLevel', 'warn']))
}

// Run all kinds in one call: while the last long file of one kind still runs, the next kind begins.
const kinds = [...QUICK, ...(isBuilt ? ['journeys'] : [])]
const groups = GROUPS.map(standing)
const kills = standing(KILLS)
const held = groups.filter(({ hasHeld }) => hasHeld && !everything)
await suite(`tests: ${kinds.join(', ')}`, [...VITEST, ...kinds.flatMap((kind) => ['--project', kind])], {
  VOLANTE_HELD: held.flatMap(({ tests }) => tests).join(' '),
})
await linted
for (const { name } of held) console.log(`✓ ${name} held on this code before, and did not run (slow/held-on.txt)`)
for (const group of groups) if (!group.hasHeld && group.tests.every((file) => whole.has(file))) recordNow(group)
if (isBuilt) {
  if (!everything && kills.hasHeld)
    console.log('✓ the kills held on this code before, and did not run (slow/held-on.txt)')
  else if (await suite('kills', killArguments, { VOLANTE_KILLS: '3' })) recordNow(kills)
}
finish()

function recordNow(group: Standing) {
  recordHeld(group)
  console.log(`  slow/held-on.txt says on which code ${group.name} held: it belongs to the change`)
}

function finish(): never {
  for (const { file, took } of seconds.toSorted((a, b) => b.took - a.took).slice(0, 60))
    console.log(`${(took / 1000).toFixed(1).padStart(6)} s  ${relative('.', file)}`)
  for (const refusal of broken) console.log(`\n${refusal}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

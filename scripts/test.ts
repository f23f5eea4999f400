/**
 * `npm test`: everything that must hold, in one run on a clean checkout. `npm test -- fast` leaves the browser out.
 * Ends with one line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [mode = 'test', ...choices] = process.argv.slice(2)
const fast = mode === 'check' || choices.includes('fast')
const bin = (name: string) => join('node_modules', '.bin', name)
let passed = 0
let failed = 0

/** One check that either holds or does not. */
function check(name: string, program: string, args: string[]) {
  const started = Date.now()
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const holds = status === 0
  if (holds) passed++
  else failed++
  console.log(`${holds ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return holds
}

/** A suite of tests; its own counts are added. */
function suite(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'volante-report-'))
  const report = join(folder, 'report.json')
  const run = [bin('vitest'), 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...run], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...env },
  })
  if (existsSync(report)) {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numTotalTests: number
    }
    passed += counts.numPassedTests
    failed += counts.numFailedTests
    // A file that does not even load has no failed test, and must not pass for that.
    if (status !== 0 && counts.numFailedTests === 0) failed++
    if (counts.numTotalTests === 0) failed++
  } else failed++
  rmSync(folder, { recursive: true, force: true })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
}

check('the code has one format', bin('oxfmt'), ['--check', '.'])
check('the linter has nothing to say', bin('oxlint'), ['--deny-warnings'])
check('routes have types', bin('react-router'), ['typegen'])
check('the types hold', bin('tsc'), ['--noEmit'])
check('the database’s types are what the migrations give', process.execPath, ['scripts/db-types.ts', '--check'])
check('nothing is written and never used', bin('knip'), [])
suite('rules, readers and the house', ['--project', 'pure'])
suite('database, features and sign-in', ['--project', 'database'])
if (
  !fast &&
  check('the site builds', process.execPath, [
    join('node_modules', '@react-router', 'dev', 'bin.cjs'),
    'build',
    '--logLevel',
    'warn',
  ])
) {
  suite('journeys in the browser', ['--project', 'journeys'])
}

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/**
 * Data of earlier programs under today's: each landed state of `STATES` is taken out of the history, fills a data folder with its own
 * demonstration by its own code, and today's program brings it up to date. Before and after, the money is the same to the cent and the doctor finds
 * nothing; so it is after a migration that was killed again and again, and in an old copy that is put back. Where nothing was taken away
 * since, the old program serves the new database. `npm run slow -- upgrade`; asks for the whole history, and for `tar`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contractionsIn } from '../test/contractions.ts'

/** Landed states, the oldest first. Those before them import modules that are not in their own history. */
const STATES = (
  process.env['VOLANTE_STATES'] ?? 'ee0ad9b0 1e46ef4e 1acfd515 1a0036b4 e89e75bd fd6b1acc 542220f8'
).split(' ')
/** Times that a migration is killed. */
const KILLS = 5
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'] as const
const MIGRATIONS = join('src', 'db', 'migrations')
const HERE = process.cwd()
const STEPS = join('slow', 'upgrade-steps.ts')

const place = mkdtempSync(join(tmpdir(), 'volante-upgrade-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 10 }))

const settings = (data: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'development',
  VOLANTE_MODE: '',
  DATABASE_URL: '',
  BACKUP_TO: '',
  LOG_LEVEL: 'silent',
  VOLANTE_DATA: data,
})

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`  ✓ ${what}`)
}

/** Runs a program in a tree; answers what it said, and fails with that. */
function run(tree: string, data: string, ...words: string[]): string {
  const [node, ...flags] = NODE
  const { status, stdout, stderr } = spawnSync(node, [...flags, ...words], {
    cwd: tree,
    env: settings(data),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${words.join(' ')} in ${tree} ended with ${status}.\n${stdout}\n${stderr}`)
  return stdout
}

const sumsOf = (tree: string, data: string, step = 'sums') =>
  run(tree, data, STEPS, step).trim().split('\n').at(-1) ?? ''

/** The program of a state, with the packages of today. */
function treeOf(state: string): string {
  const tree = join(place, state)
  mkdirSync(join(tree, 'slow'), { recursive: true })
  const packed = execFileSync('git', ['archive', state], { maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['x', '-C', tree], { input: packed })
  symlinkSync(join(HERE, 'node_modules'), join(tree, 'node_modules'))
  cpSync(join(HERE, STEPS), join(tree, STEPS))
  return tree
}

function copyOf(data: string, name: string): string {
  const copy = `${data}-${name}`
  execFileSync('cp', ['-a', data, copy])
  return copy
}

const migrationsOf = (tree: string) => readdirSync(join(tree, MIGRATIONS)).filter((name) => name.endsWith('.sql'))

/** Kills a migration at some moment of it, with its database, as a machine does that loses its power; answers whether it was at work. */
async function killed(data: string, within: number): Promise<boolean> {
  const [node, ...flags] = NODE
  const child: ChildProcess = spawn(node, [...flags, STEPS, 'migrate'], {
    detached: true,
    env: settings(data),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const begun = new Promise<void>((resolve) => {
    child.stdout!.on('data', (piece: Buffer) => {
      said += String(piece)
      if (said.includes('begin')) resolve()
    })
    child.on('close', () => resolve())
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await begun
  await pause(Math.random() * within)
  const database = join(data, 'db', 'postmaster.pid')
  const postmaster = existsSync(database) ? Number(readFileSync(database, 'utf8').split('\n', 1)[0]) : null
  for (const one of [-child.pid!, ...(postmaster === null ? [] : [postmaster])])
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process had ended by itself.
    }
  await ended
  return !said.includes('end')
}

/** The old program, built and served over the new database: whether the public can sign in, and the office finds its door. */
async function serves(tree: string, data: string): Promise<boolean> {
  const [node, ...flags] = NODE
  const build = spawnSync(node, [...flags, join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'], {
    cwd: tree,
    env: { ...settings(data), NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (build.status !== 0) throw new Error(`It could not be built.\n${build.stderr}`)
  const port = '4339'
  const site = spawn(node, [...flags, join('build', 'server', 'index.js')], {
    cwd: tree,
    env: { ...settings(data), NODE_ENV: 'production', VOLANTE_MODE: 'development', PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  site.stdout.on('data', (piece: Buffer) => (said += String(piece)))
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    for (let tries = 0; tries < 600 && (await ask('/readyz')) !== 200 && site.exitCode === null; tries++)
      await pause(200)
    const [login, admin] = [await ask('/login'), await ask('/admin')]
    if (login !== 200 || ![302, 303].includes(admin)) console.error(`/login ${login}, /admin ${admin}\n${said}`)
    return login === 200 && [302, 303].includes(admin)
  } finally {
    const ended = new Promise((resolve) => site.on('close', resolve))
    site.kill('SIGTERM')
    await ended
  }
}

const served: string[] = []
for (const state of STATES) {
  console.log(
    `\n${execFileSync('git', ['log', '-1', '--format=%h %ad', '--date=iso', state], { encoding: 'utf8' }).trim()}`,
  )
  const tree = treeOf(state)
  const data = join(place, `${state}-data`)
  const before = sumsOf(tree, data, 'seed')
  expectThat(
    !/entries: 0,/.test(before),
    `its demonstration has ${/"entries: (\d+)/.exec(before)?.[1]} entries of the books`,
  )
  const since = migrationsOf(HERE).filter((name) => !migrationsOf(tree).includes(name))

  const upgraded = copyOf(data, 'upgraded')
  const started = performance.now()
  expectThat(sumsOf(HERE, upgraded) === before, `after ${since.length} migrations the money is the same to the cent`)
  const within = performance.now() - started
  run(HERE, upgraded, join('src', 'cli.ts'), 'doctor')
  expectThat(true, 'the doctor finds nothing')

  const killedAt = copyOf(data, 'killed')
  let atWork = 0
  let window = within
  for (let time = 0; time < KILLS; time++)
    if (await killed(killedAt, window)) atWork += 1
    else {
      // The kill came too late, and nothing is left to be killed: the upgrade begins once more, and the kill comes earlier.
      window /= 3
      rmSync(killedAt, { recursive: true, force: true, maxRetries: 10 })
      copyOf(data, 'killed')
    }
  expectThat(atWork > 0, `${atWork} of ${KILLS} kills came during the migrations`)
  expectThat(sumsOf(HERE, killedAt) === before, 'and the next start leads to the same money')
  run(HERE, killedAt, join('src', 'cli.ts'), 'doctor')

  if (existsSync(join(tree, 'src', 'cli', 'backups.ts'))) {
    const backups = join(place, `${state}-backups`)
    mkdirSync(backups)
    run(tree, data, join('src', 'cli.ts'), 'backup', '--to', backups)
    const [file = ''] = readdirSync(backups)
    const restored = join(place, `${state}-restored`)
    const restore = ['restore', join(backups, file), '--into', restored, '--key-file', join(data, 'backup.key')]
    run(HERE, restored, join('src', 'cli.ts'), ...restore)
    expectThat(sumsOf(HERE, restored) === before, 'an old copy that is put back has the same money')
  } else console.log('  – it made no copies yet')

  const taken = since.filter((name) => contractionsIn(readFileSync(join(MIGRATIONS, name), 'utf8')).length > 0)
  if (taken.length > 0) console.log(`  – no way back behind ${taken.join(', ')}`)
  else {
    expectThat(await serves(tree, upgraded), 'the old program serves the new database')
    served.push(state)
  }
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true, maxRetries: 10 })
}
// Of states that somebody chose there may be none with a way back.
expectThat(
  served.length > 0 || process.env['VOLANTE_STATES'] !== undefined,
  `the way back was tried from ${served.length} of ${STATES.length} states`,
)

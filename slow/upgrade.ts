/**
 * Data of earlier programs under today's. Each landed state of `STATES` is taken out of the history and fills a data
 * folder with its own demonstration by its own code; today's program then migrates it. Before and after, the money is
 * the same to the cent and the doctor finds nothing; the same holds after a migration that was killed again and again,
 * and for an old copy that is restored. Where nothing was taken away since, the old program serves the new database,
 * and one that knows of several sites does so beside today's (`two-versions.ts`). `npm run slow -- upgrade`; needs the
 * whole history, and `tar`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contractionsIn } from '../test/contractions.ts'
import { NODE, build, expectThat, serve, settings } from './programs.ts'
import { serveAlone, serveTogether } from './two-versions.ts'

/**
 * Landed states, the oldest first. The first can be started with the packages of today, and its migrations are those that are applied today; states before
 * it, and some after it, import modules that are not in their own history, or had migrations that were changed while nobody had data.
 */
const STATES = (
  process.env['VOLANTE_STATES'] ??
  '75b19375 ee0ad9b0 503685fa 1e46ef4e 1acfd515 f326398c 1a0036b4 5d5d90dc e89e75bd fd6b1acc 8c4a0a27 66b6b14a 542220f8'
).split(' ')
/** The number of times that a migration is killed. */
const KILLS = 5
const MIGRATIONS = join('src', 'db', 'migrations')
const HERE = process.cwd()
const STEPS = join('slow', 'upgrade-steps.ts')

const place = mkdtempSync(join(tmpdir(), 'volante-upgrade-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 10 }))

/** Runs a program in a tree; answers its output, or fails with it. */
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

/** Kills a migration at some moment, with its database, as when a machine loses power; answers whether it was at work. */
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
  for (const pid of [-child.pid!, ...(postmaster === null ? [] : [postmaster])])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process had ended by itself.
    }
  await ended
  return !said.includes('end')
}

/**
 * Runs the old program on the new database: whether the public can sign in, and whether the office is led to its
 * sign-in.
 */
async function serves(tree: string, data: string): Promise<boolean> {
  const site = await serve(tree, data)
  const ask = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).status
  try {
    const [login, admin] = [await ask('/login'), await ask('/admin')]
    if (login !== 200 || ![302, 303].includes(admin)) console.error(`/login ${login}, /admin ${admin}\n${site.said()}`)
    return login === 200 && [302, 303].includes(admin)
  } finally {
    await site.end()
  }
}

/** A program knows of several sites since `750-several-sites.sql`. */
const isOneOfSeveral = (tree: string) => migrationsOf(tree).includes('750-several-sites.sql')

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
      // The kill came too late and the migration is done: begin again, and kill earlier.
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
    build(tree)
    expectThat(await serves(tree, upgraded), 'the old program serves the new database')
    served.push(state)
  }
  if (taken.length > 0 || !isOneOfSeveral(tree)) console.log('  – it serves beside no other version')
  else {
    const [together, alone] = [copyOf(data, 'together'), copyOf(data, 'alone')]
    const done = await serveTogether(tree, HERE, together)
    await serveAlone(HERE, alone, done)
    expectThat(
      sumsOf(HERE, together) === sumsOf(HERE, alone),
      'the money is that of the same acts with the newer version alone, to the cent',
    )
    run(HERE, together, join('src', 'cli.ts'), 'doctor')
    expectThat(true, 'the doctor finds nothing')
  }
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true, maxRetries: 10 })
}
// States that somebody chose may include none with a way back.
expectThat(
  served.length > 0 || process.env['VOLANTE_STATES'] !== undefined,
  `the way back was tried from ${served.length} of ${STATES.length} states`,
)

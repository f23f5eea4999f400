import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type Week, previousWeek, readWeek, weekAt, weekName } from '../src/domain/week.ts'
import { joinCluster } from '../src/db/cluster.server.ts'
import { LIGHT_PASSWORDS, NPM_START, PUBLIC_SET, type Site, newDataDirectory, startSite, volanteAsync } from './site.ts'

/**
 * The three states from which many journeys start: the demonstration, an empty installation, and the published company
 * with its fleet.
 */
type Prepared = 'demonstration' | 'nothing' | 'publicFleet'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: string
  }
}

/**
 * Makes each data directory once for the whole run, as the site and the command line make it; each journey that wants
 * one gets a copy, which saves `initdb`, all migrations and the filling. The demonstration is what a first `npm start`
 * leaves in an empty folder; `start.e2e.ts` reads what that start printed. Preparing takes one core; tests of other
 * kinds, which come first in a whole run, do not wait for it. A run of journeys alone waits here, where no time limit
 * applies to a busy machine.
 */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-prepared-'))
  provide('prepared', folder)
  const done = prepare(folder).catch((error: unknown) => writeFileSync(join(folder, FAILED), String(error)))
  if (vitest.projects.every(({ name }) => name === 'journeys')) await done
  const endShared = shareSite(folder)
  return async () => {
    await done
    await endShared()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Starts one site on a copy of the demonstration as soon as a journey asks for it. The processes of the journeys use it
 * together, and it ends with the run. Answers how to end it.
 */
function shareSite(folder: string): () => Promise<void> {
  let shared: Promise<Site | null> = Promise.resolve(null)
  const start = async () => {
    const data = join(folder, 'shared')
    await cp(join(folder, 'demonstration'), data, { recursive: true })
    const site = await startSite(data)
    writeWhole(join(folder, SHARED), JSON.stringify({ url: site.url, data } satisfies SharedSite))
    return site
  }
  const look = setInterval(() => {
    if (!existsSync(join(folder, WANTED))) return
    clearInterval(look)
    shared = start().catch((error: unknown) => {
      writeWhole(join(folder, SHARED), JSON.stringify({ fault: String(error) }))
      return null
    })
  }, 50)
  return async () => {
    clearInterval(look)
    await (await shared)?.stop()
  }
}

async function prepare(folder: string): Promise<void> {
  const place = (what: Prepared) => join(folder, what)
  await volanteAsync(place('nothing'), 'migrate')
  forgetTheDisk(place('nothing'))
  await cp(place('nothing'), place('publicFleet'), { recursive: true })
  await volanteAsync(place('publicFleet'), 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
  for (;;) {
    const week = weekAt(Temporal.Now.instant())
    writeFileSync(join(folder, FIRST_START), JSON.stringify(await startFirst(place('demonstration'))))
    forgetTheDisk(place('demonstration'))
    if (weekName(weekAt(Temporal.Now.instant())) === weekName(week)) return markDone(folder, week)
    // Sunday's midnight passed meanwhile, so the week of the demonstration is uncertain: fill it again.
    rmSync(place('demonstration'), { recursive: true })
  }
}

/** What the first start on an empty folder printed, its answer to a visitor, and its exit code. */
type FirstStart = { said: string; home: { status: number; text: string }; code: number | null }

async function startFirst(data: string): Promise<FirstStart> {
  const settings = { NODE_ENV: '', VOLANTE_MODE: '', NODE_OPTIONS: LIGHT_PASSWORDS.join(' ') }
  const site = await startSite(data, settings, NPM_START)
  const answer = await fetch(site.url)
  const home = { status: answer.status, text: await answer.text() }
  await waitUntilIdle(data)
  const code = await site.end()
  return { said: site.output(), home, code }
}

/**
 * Waits until the work that a first start orders is done and no more came for a second, and until the database has run
 * its automatic analysis, which it does in the first minutes: otherwise each copy would do it again.
 */
async function waitUntilIdle(data: string): Promise<void> {
  const { ownerUrl, leave } = await joinCluster(data)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  for (let quiet = 0; quiet < 10; quiet++) {
    await pause(100)
    const { rowCount } = await owner.query(
      'select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
    )
    if (rowCount! > 0) quiet = 0
  }
  await owner.query('vacuum analyze')
  await owner.end()
  await leave()
}

const FIRST_START = 'first-start.json'
/** The file that is there once everything is prepared; below, the one for when that failed. */
const DONE = 'done'
const FAILED = 'failed'

/** The file by which a journey asks for the shared site, and the one that says where it is. */
const WANTED = 'wanted'
const SHARED = 'shared.json'
type SharedSite = Pick<Site, 'url' | 'data'>

/** Writes down in which week the demonstration was filled. */
function markDone(folder: string, week: Week): void {
  writeWhole(join(folder, DONE), weekName(week))
}

/** Writes a file for other processes: they find it complete or not at all. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/**
 * Waits until everything is prepared; blocking is fine, as a process of journeys has nothing else to do at its start.
 * Answers the week of the demonstration.
 */
function whenPrepared(): Week {
  const folder = inject('prepared')
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(join(folder, DONE))) {
    const failed = join(folder, FAILED)
    if (existsSync(failed))
      throw new Error(`What journeys begin with was not prepared: ${readFileSync(failed, 'utf8')}`)
    Atomics.wait(nobody, 0, 0, 100)
  }
  return readWeek(readFileSync(join(folder, DONE), 'utf8'))
}

/** The newest week of the demonstration whose statements are paid: a run that goes on past Sunday's midnight asks for the same one. */
export const settled = () => weekName(previousWeek(whenPrepared(), 2))

/** Turns off waiting for the disk: the machine does not fail during a run, and killed processes lose nothing by it. */
function forgetTheDisk(data: string) {
  appendFileSync(join(data, 'db', 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
}

export function firstStart(): FirstStart {
  whenPrepared()
  return JSON.parse(readFileSync(join(inject('prepared'), FIRST_START), 'utf8')) as FirstStart
}

/** Where a prepared data directory is, to be copied. */
export function prepared(what: Prepared): string {
  whenPrepared()
  return join(inject('prepared'), what)
}

/** A data directory of one's own that has everything of a prepared one. */
export function copyOf(what: Prepared): string {
  const data = newDataDirectory()
  cpSync(prepared(what), data, { recursive: true })
  return data
}

/** Where the site is that journeys share: the first one that asks has it started. */
export async function sharedSite(): Promise<SharedSite> {
  whenPrepared()
  const folder = inject('prepared')
  writeFileSync(join(folder, WANTED), '')
  while (!existsSync(join(folder, SHARED))) await pause(20)
  const found = JSON.parse(readFileSync(join(folder, SHARED), 'utf8')) as SharedSite | { fault: string }
  if ('fault' in found) throw new Error(`The site that journeys share did not start: ${found.fault}`)
  return found
}

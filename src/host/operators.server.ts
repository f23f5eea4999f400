import { randomBytes } from 'node:crypto'
import { withConnection } from '#db/with-connection.server.ts'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { translator } from '#messages/translate.ts'
import { unusedByHost } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { readIfThere } from '#platform/process.ts'

/** What `operators/NAME/operator.json` says: at which hosts it is asked, where it is seen from outside, and what else is set for it alone. */
const file = z.object({
  hosts: z.array(z.string().min(1)).min(1),
  url: z.url({ protocol: /^https?$/ }),
  settings: z.record(z.string(), z.string()).default({}),
})

export type KnownOperator = z.output<typeof file> & { name: string; folder: string }

/** The name of an operator as it stands in names of folders, databases and roles. */
export const OPERATOR_NAME = /^[a-z][a-z0-9]{0,29}$/
export const HOST_NAME = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/

export const operatorsIn = (host: string) => join(host, 'operators')
const closedIn = (host: string) => join(host, 'closed')
/** While it lies there, the host lets go of an operator and takes it in for nobody. */
const closingMark = (host: string, name: string) => join(operatorsIn(host), `${name}.closing`)

/**
 * The operators of a host by their names, without those that are being closed. Refuses `hosted.file-unreadable`, and `hosted.file-unused` where the file of
 * one sets what a host gives it.
 */
export function listOperators(host: string): KnownOperator[] {
  return namesIn(host).map((name) => readOperator(join(operatorsIn(host), name), name))
}

/** The operators of a host that are served: one whose file cannot be read is left out, and the log says which it is. */
export function listServed(host: string): KnownOperator[] {
  return namesIn(host).flatMap((name) => {
    try {
      return [readOperator(join(operatorsIn(host), name), name)]
    } catch (error) {
      const { code, params } = error as Refusal
      const sentence = refusalSentence(translator('en'), code, params)
      log.error({ err: error, operator: name, sentence }, 'an operator is not served')
      return []
    }
  })
}

function namesIn(host: string): string[] {
  const names = existsSync(operatorsIn(host)) ? readdirSync(operatorsIn(host)).toSorted() : []
  return names.filter((name) => OPERATOR_NAME.test(name) && !names.includes(`${name}.closing`))
}

export function listClosed(host: string): string[] {
  return existsSync(closedIn(host)) ? readdirSync(closedIn(host)).toSorted() : []
}

/** Refuses `hosted.file-unreadable` and `hosted.file-unused`. */
export function findOperator(host: string, name: string): KnownOperator | null {
  return namesIn(host).includes(name) ? readOperator(join(operatorsIn(host), name), name) : null
}

function readOperator(folder: string, name: string): KnownOperator {
  const path = join(folder, 'operator.json')
  let read: z.output<typeof file>
  try {
    read = file.parse(JSON.parse(readIfThere(path) ?? '{}'))
  } catch (error) {
    const words = error instanceof z.ZodError ? wordsOf(error) : error instanceof Error ? error.message : String(error)
    throw new Refusal('hosted.file-unreadable', { path, words })
  }
  const unused = unusedByHost(read.settings)
  if (unused.length > 0) throw new Refusal('hosted.file-unused', { path, names: unused.join(', ') })
  return { ...read, name, folder }
}

/** What is wrong with it, by the names that stand in it. */
function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

/** Changes whenever an operator is added, closed, or on its way. */
export function markOfOperators(host: string): number {
  return statSync(operatorsIn(host), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

const databaseOf = (name: string) => `op_${name}`
const roleOf = (name: string, part: 'owner' | 'app') => `op_${name}_${part}`

/** What an operator is set to: its own settings, its folder, its database by its two roles. `masterUrl`: how the cluster of the host is reached. */
export function settingsOf({ name, folder, url, settings }: KnownOperator, masterUrl: string): Record<string, string> {
  const by = (part: 'owner' | 'app') => {
    const address = new URL(masterUrl)
    const password = readIfThere(join(folder, `${part}.secret`))?.trim() ?? ''
    Object.assign(address, { username: roleOf(name, part), password, pathname: `/${databaseOf(name)}` })
    return address.href
  }
  return {
    ...settings,
    PUBLIC_URL: url,
    VOLANTE_DATA: join(folder, 'data'),
    DATABASE_URL: by('app'),
    DATABASE_OWNER_URL: by('owner'),
  }
}

/** Does something as the master of the cluster. */
async function asMaster<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withConnection({ connectionString: url, application_name: 'volante hosted' }, work)
}

type New = { name: string; hosts: readonly string[]; url: string }

/**
 * Makes a database that nobody but its two roles may connect to, and a folder. `fill` is told what the new operator is set to and brings the schema
 * up to date, or a backup back; where that fails nothing of the operator stays. The host takes it in when this is done.
 */
export async function createOperator(
  host: string,
  masterUrl: string,
  { name, hosts, url }: New,
  fill: (settings: Record<string, string>) => Promise<void>,
): Promise<KnownOperator> {
  const draft = join(operatorsIn(host), `${name}.new`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const write = (path: string, text: string) => writeFileSync(join(draft, path), text, { mode: 0o600 })
  const secrets = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  write('operator.json', `${JSON.stringify({ hosts, url, settings: {} }, null, 2)}\n`)
  for (const part of ['owner', 'app'] as const) write(`${part}.secret`, `${secrets[part]}\n`)
  try {
    await asMaster(masterUrl, async (client) => {
      await dropAll(client, name)
      await client.query(`create role ${roleOf(name, 'owner')} login password '${secrets.owner}'`)
      await client.query(`create role ${roleOf(name, 'app')} login password '${secrets.app}' in role volante_app`)
      await client.query(`create database ${databaseOf(name)} owner ${roleOf(name, 'owner')}`)
      await client.query(`revoke connect, temporary on database ${databaseOf(name)} from public`)
      await client.query(`grant connect, temporary on database ${databaseOf(name)} to ${roleOf(name, 'app')}`)
    })
    await fill(settingsOf(readOperator(draft, name), masterUrl))
  } catch (error) {
    await asMaster(masterUrl, (client) => dropAll(client, name))
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  renameSync(draft, join(operatorsIn(host), name))
  return readOperator(join(operatorsIn(host), name), name)
}

/** Names are letters and digits (`OPERATOR_NAME`): they need no quotes. */
async function dropAll(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${databaseOf(name)} with (force)`)
  for (const part of ['owner', 'app'] as const) await client.query(`drop role if exists ${roleOf(name, part)}`)
}

/** Seconds within which a host lets go of an operator: pages that are being made are made. */
const LET_GO = 60

/**
 * Has the host let go of an operator, then does the last there is to do (`last`: a backup), shuts the database and lays the folder aside. Answers
 * where it lies, or `null` where somebody stays connected to it: then nothing has changed.
 */
export async function closeOperator(
  host: string,
  masterUrl: string,
  known: KnownOperator,
  last: (settings: Record<string, string>) => Promise<void>,
): Promise<string | null> {
  const mark = closingMark(host, known.name)
  writeFileSync(mark, '', { mode: 0o600 })
  try {
    if (!(await isLetGo(masterUrl, known.name))) return null
    await last(settingsOf(known, masterUrl))
    await asMaster(masterUrl, (client) =>
      client.query(`alter database ${databaseOf(known.name)} with allow_connections false`),
    )
    mkdirSync(closedIn(host), { recursive: true, mode: 0o700 })
    renameSync(known.folder, join(closedIn(host), known.name))
    return join(closedIn(host), known.name)
  } finally {
    rmSync(mark, { force: true })
  }
}

function isLetGo(masterUrl: string, name: string): Promise<boolean> {
  return asMaster(masterUrl, async (client) => {
    for (let tries = 0; tries < LET_GO * 4; tries++) {
      // The host looks once a second: whoever is not connected at first may be about to.
      await new Promise((resolve) => setTimeout(resolve, tries === 0 ? 2_500 : 250))
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [databaseOf(name)])
      if (rowCount === 0) return true
    }
    return false
  })
}

/** Takes a closed operator in again, as it was. */
export async function reopenOperator(host: string, masterUrl: string, name: string): Promise<KnownOperator> {
  await asMaster(masterUrl, (client) => client.query(`alter database ${databaseOf(name)} with allow_connections true`))
  const folder = join(operatorsIn(host), name)
  renameSync(join(closedIn(host), name), folder)
  return readOperator(folder, name)
}

/** What stays of an operator that is deleted: its backups, and what opens those that were not sealed with a key from elsewhere. */
const KEPT: ReadonlySet<string> = new Set(['backups', 'backup.key'])

/** Deletes what a closed operator has, for good, but for its backups; answers where these lie. */
export async function deleteOperator(host: string, masterUrl: string, name: string): Promise<string> {
  await asMaster(masterUrl, (client) => dropAll(client, name))
  const folder = join(closedIn(host), name)
  for (const entry of readdirSync(folder)) if (entry !== 'data') rmSync(join(folder, entry), { recursive: true })
  const data = join(folder, 'data')
  for (const entry of readdirSync(data)) if (!KEPT.has(entry)) rmSync(join(data, entry), { recursive: true })
  // Another operator may be called so one day.
  const gone = `${folder}-${Temporal.Now.instant().epochMilliseconds}`
  renameSync(folder, gone)
  return gone
}

/** When an operator's work is due next, and when that of each day and quarter was ordered last; in milliseconds. */
export type Times = { due: number | null; daily: number; often: number }

const times = z.object({ due: z.number().nullable(), daily: z.number(), often: z.number() })

/** What was written when it fell asleep; of a new one everything is due. */
export function readTimes({ folder }: KnownOperator): Times {
  const text = readIfThere(join(folder, 'times.json'))
  const read = text === null ? null : times.safeParse(JSON.parse(text))
  return read?.data ?? { due: null, daily: 0, often: 0 }
}

export function writeTimes({ folder }: KnownOperator, now: Times): void {
  const path = join(folder, 'times.json')
  writeFileSync(`${path}.new`, JSON.stringify(now), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

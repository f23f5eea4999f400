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
import { readIfExists } from '#platform/process.ts'

/** Content of `operators/NAME/operator.json`: the host names of the operator, its public address, and its other settings. */
const file = z.object({
  hosts: z.array(z.string().min(1)).min(1),
  url: z.url({ protocol: /^https?$/ }),
  settings: z.record(z.string(), z.string()).default({}),
})

export type KnownOperator = z.output<typeof file> & { name: string; folder: string }

/** Pattern of an operator's name, as it is used for folders, databases and roles. */
export const OPERATOR_NAME = /^[a-z][a-z0-9]{0,29}$/
export const HOST_NAME = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/

export const operatorsIn = (host: string) => join(host, 'operators')
const closedIn = (host: string) => join(host, 'closed')
/** Path of a mark: while it exists, the host lets go of the operator and does not take it in. */
const closingMark = (host: string, name: string) => join(operatorsIn(host), `${name}.closing`)

/**
 * Lists the operators of a host by their names, without those that are being closed. Refuses `hosted.file-unreadable`,
 * and `hosted.file-unused` if the file of one makes a setting that the host decides.
 */
export function listOperators(host: string): KnownOperator[] {
  return namesIn(host).map((name) => readOperator(join(operatorsIn(host), name), name))
}

/** Lists the operators of a host to be served: one whose file cannot be read is left out, and the log names it. */
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

/** Finds an operator. Refuses `hosted.file-unreadable` and `hosted.file-unused`. */
export function findOperator(host: string, name: string): KnownOperator | null {
  return namesIn(host).includes(name) ? readOperator(join(operatorsIn(host), name), name) : null
}

function readOperator(folder: string, name: string): KnownOperator {
  const path = join(folder, 'operator.json')
  let read: z.output<typeof file>
  try {
    read = file.parse(JSON.parse(readIfExists(path) ?? '{}'))
  } catch (error) {
    const words = error instanceof z.ZodError ? wordsOf(error) : error instanceof Error ? error.message : String(error)
    throw new Refusal('hosted.file-unreadable', { path, words })
  }
  const unused = unusedByHost(read.settings)
  if (unused.length > 0) throw new Refusal('hosted.file-unused', { path, names: unused.join(', ') })
  return { ...read, name, folder }
}

/** Describes what is wrong with a file, by the names in it. */
function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

/** Answers a mark that changes whenever an operator is added, is closed, or is being closed or added. */
export function markOfOperators(host: string): number {
  return statSync(operatorsIn(host), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

const databaseOf = (name: string) => `op_${name}`
const roleOf = (name: string, part: 'owner' | 'app') => `op_${name}_${part}`

/**
 * Answers the settings of an operator: its own ones, its folder, and its database by its two roles. `masterUrl`: how to
 * reach the cluster of the host.
 */
export function settingsOf({ name, folder, url, settings }: KnownOperator, masterUrl: string): Record<string, string> {
  const by = (part: 'owner' | 'app') => {
    const address = new URL(masterUrl)
    const password = readIfExists(join(folder, `${part}.secret`))?.trim() ?? ''
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

/** Does `work` on a connection as the master of the cluster. */
async function asMaster<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withConnection({ connectionString: url, application_name: 'volante hosted' }, work)
}

type New = { name: string; hosts: readonly string[]; url: string }

/**
 * Creates an operator: a folder, and a database that only its two roles may connect to. `fill` gets the new operator's
 * settings and brings the schema up to date, or restores a backup; if it fails nothing of the operator stays. The host
 * takes the operator in when this is done.
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

/** Drops the database and the roles. Names are letters and digits (`OPERATOR_NAME`), so they need no quotes. */
async function dropAll(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${databaseOf(name)} with (force)`)
  for (const part of ['owner', 'app'] as const) await client.query(`drop role if exists ${roleOf(name, part)}`)
}

/** Seconds within which a host lets go of an operator: pages in progress are finished. */
const LET_GO = 60

/**
 * Closes an operator: has the host let go of it, runs `last` (a backup), shuts the database and puts the folder aside.
 * Answers where it lies, or `null` if somebody stays connected to the database: then nothing has changed.
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
      // The host looks once a second: even without a connection at first, it may be about to connect.
      await new Promise((resolve) => setTimeout(resolve, tries === 0 ? 2_500 : 250))
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [databaseOf(name)])
      if (rowCount === 0) return true
    }
    return false
  })
}

/** Reopens a closed operator, as it was. */
export async function reopenOperator(host: string, masterUrl: string, name: string): Promise<KnownOperator> {
  await asMaster(masterUrl, (client) => client.query(`alter database ${databaseOf(name)} with allow_connections true`))
  const folder = join(operatorsIn(host), name)
  renameSync(join(closedIn(host), name), folder)
  return readOperator(folder, name)
}

/**
 * Names in the folder that stay when an operator is deleted: its backups, and the key that opens those not sealed with
 * a key from elsewhere.
 */
const KEPT: ReadonlySet<string> = new Set(['backups', 'backup.key'])

/** Deletes everything of a closed operator for good, except its backups; answers where these lie. */
export async function deleteOperator(host: string, masterUrl: string, name: string): Promise<string> {
  await asMaster(masterUrl, (client) => dropAll(client, name))
  const folder = join(closedIn(host), name)
  for (const entry of readdirSync(folder)) if (entry !== 'data') rmSync(join(folder, entry), { recursive: true })
  const data = join(folder, 'data')
  for (const entry of readdirSync(data)) if (!KEPT.has(entry)) rmSync(join(data, entry), { recursive: true })
  // Another operator may have the same name one day.
  const gone = `${folder}-${Temporal.Now.instant().epochMilliseconds}`
  renameSync(folder, gone)
  return gone
}

/**
 * Times of an operator in milliseconds: when its work is due next, and when the work of each day and quarter of an hour
 * was last ordered.
 */
export type Times = { due: number | null; daily: number; often: number }

const times = z.object({ due: z.number().nullable(), daily: z.number(), often: z.number() })

/** Reads the times written when the operator fell asleep; for a new one everything is due. */
export function readTimes({ folder }: KnownOperator): Times {
  const text = readIfExists(join(folder, 'times.json'))
  const read = text === null ? null : times.safeParse(JSON.parse(text))
  return read?.data ?? { due: null, daily: 0, often: 0 }
}

export function writeTimes({ folder }: KnownOperator, now: Times): void {
  const path = join(folder, 'times.json')
  writeFileSync(`${path}.new`, JSON.stringify(now), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

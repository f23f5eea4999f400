import { spawn } from 'node:child_process'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { type Cluster, joinCluster } from '#db/cluster.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { keptAnchors, verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import { makeBackup, noteDrill } from '#features/system/backups/commands.server.ts'
import { backupFolder, getBackupState, listBackups, readBackup } from '#features/system/backups/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { findPaidWeek, walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import { type Restored, restoreBackup } from '#features/system/restores/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatBytes } from '#messages/numbers.ts'
import { backupKey, findBackupKey, keyPlace, readKeyFile } from '#platform/backup-key.server.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { inPassingFolder } from '#platform/passing-folder.ts'
import type { Key } from '#platform/sealed-file.ts'
import { type Answer, type Call, UsageError, needed } from './command.ts'
import { askSecret, interruptible } from './terminal.ts'

export async function make({ options, t, fromCaller }: Call): Promise<Answer> {
  const folder = typeof options['to'] === 'string' ? fromCaller(options['to']) : backupFolder()
  const key = (await keyGiven({ options, t, fromCaller })) ?? backupKey()
  const made = await makeBackup({ actor: COMMAND_LINE, folder, key, now: Temporal.Now.instant() })
  const place = keyPlace()
  const isOwn = options['key-file'] === undefined && options['passphrase'] !== true && place.kind === 'own'
  return {
    json: { ...made, key: isOwn ? place.path : null },
    text: [
      t('cli.backupMade', {
        path: made.path,
        size: formatBytes(made.bytes, t.language),
        rows: made.rows,
        files: made.files,
        seconds: seconds(made.milliseconds),
      }),
      ...(made.missing.length > 0 ? [t('cli.backupMissing', { count: made.missing.length })] : []),
      ...(isOwn ? [t('cli.backupKey', { path: place.path })] : []),
    ].join('\n'),
    failed: made.missing.length > 0,
  }
}

/**
 * Examines backups for `doctor`: how old the last copy is, whether the last try failed, and the last drill. Nothing
 * here counts as a fault of the books.
 */
export async function examineBackups(t: Translator): Promise<{ last: string | null; lines: string[] }> {
  const [last] = await listBackups()
  const { failure, drill: rehearsal, isOld } = await getBackupState(Temporal.Now.instant())
  const on = (moment: string) => formatInstant(moment, t.language)
  const lines = [last ? ageWords(on(last.startedAt), isOld, t) : `! ${t('cli.doctorBackupNone')}`]
  if (failure) lines.push(`! ${t('cli.doctorBackupFailed', { at: on(failure.at), words: failure.words })}`)
  if (rehearsal) {
    const { startedAt, milliseconds, broken, different, failure: words } = rehearsal
    const at = on(startedAt)
    const sentence = t('cli.doctorDrill', { at, seconds: seconds(milliseconds) })
    if (words !== null) lines.push(`✗ ${t('cli.doctorDrillFailed', { at, words })}`)
    else lines.push(`${broken + different === 0 ? '✓' : '✗'} ${sentence}`)
  }
  return { last: last?.startedAt ?? null, lines }
}

function ageWords(at: string, isOld: boolean, t: Translator): string {
  return isOld ? `! ${t('cli.doctorBackupOld', { at })}` : `✓ ${t('cli.doctorBackup', { at })}`
}

export async function verify({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const path = fromCaller(needed(args[0], t))
  const { about, rows, files, manifest } = await readBackup(path, await keyFor({ options, t, fromCaller }))
  return {
    json: { made_at: about.madeAt, company: about.company, rows, files, missing: manifest.missing },
    text: t('cli.backupHolds', { at: formatInstant(about.madeAt, t.language), rows, files }),
  }
}

const FILES_ON_DISK = { FILES_STORE: 'disk', FILES_STORE_BEFORE: '' }

/** Restores a copy into a folder, which becomes the data directory of this process: all later steps, and the proof, work there. */
export async function restore({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const path = fromCaller(needed(args[0], t))
  const into = fromCaller(needed(options['into'], t))
  const key = await keyFor({ options, t, fromCaller })
  if ((await readdir(into).catch(() => [])).length > 0) throw new Refusal('backup.place-taken', { path: into })
  const began = performance.now()
  process.env['VOLANTE_DATA'] = into
  const { FILES_STORE } = env()
  // The bucket in the settings may be the running installation's: a restored copy never writes into it or deletes from
  // it.
  Object.assign(process.env, FILES_ON_DISK)
  const restored = await interruptible((checkInterrupted) => restoreHere(path, key, into, checkInterrupted))
  await openDatabase()
  const checks = await examineBooks()
  const anchors = await keptAnchors()
  const chain = await verifyChain(restored.about.anchor ? [...anchors, restored.about.anchor] : anchors)
  const broken = checks.filter((check) => check.broken > 0).length + (chain.broken ? 1 : 0)
  const milliseconds = Math.round(performance.now() - began)
  const { about, rows, files, migrated, manifest, isSecretOther, forgotten } = restored
  return {
    json: {
      made_at: about.madeAt,
      rows,
      files,
      migrated,
      missing: manifest.missing,
      broken,
      checks,
      chain,
      secret_differs: isSecretOther,
      forgotten,
      milliseconds,
    },
    text: [
      t('cli.restored', {
        path: into,
        at: formatInstant(about.madeAt, t.language),
        rows,
        files,
        seconds: seconds(milliseconds),
      }),
      ...(migrated.length > 0 ? [t('cli.restoreMigrated', { count: migrated.length })] : []),
      ...(forgotten > 0 ? [t('cli.restoreForgotten', { count: forgotten })] : []),
      broken === 0 ? t('cli.restoreProved') : t('cli.restoreBroken', { count: broken }),
      ...(manifest.missing.length > 0 ? [t('cli.backupMissing', { count: manifest.missing.length })] : []),
      ...(isSecretOther ? [t('cli.restoreSecret')] : []),
      ...(FILES_STORE === 'disk' ? [] : [t('cli.restoreFiles', { store: FILES_STORE })]),
    ].join('\n'),
    failed: broken > 0,
  }
}

/** Restores into the folder. If that fails, a folder that was empty is emptied again, so that the next try is not refused. */
async function restoreHere(path: string, key: Key, into: string, checkInterrupted: () => void): Promise<Restored> {
  let cluster: Cluster | null = null
  const ownerUrl = async () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = env()
    if (DATABASE_URL) return DATABASE_OWNER_URL ?? DATABASE_URL
    cluster = await joinCluster(into)
    return cluster.ownerUrl
  }
  const leave = async () => {
    await cluster?.leave()
  }
  try {
    const restored = await restoreBackup(path, key, ownerUrl, checkInterrupted)
    await leave()
    return restored
  } catch (error) {
    await leave()
    await rm(into, { recursive: true, force: true })
    throw error
  }
}

/** Report of a restore into a separate folder, as the command prints it. */
type RestoreReport = { made_at: string; broken: number; milliseconds: number; rows: number; files: number }

/**
 * Restores the newest copy beside the running installation with the command of a real emergency, proves it there, and
 * draws the statements of a paid week in both places: they must be the same bytes.
 */
export async function drill({ t }: Call): Promise<Answer> {
  const now = Temporal.Now.instant()
  const newest = (await listBackups()).find(({ isThere }) => isThere)
  if (!newest) throw new Refusal('backup.none')
  if (!findBackupKey()) throw new Refusal('backup.no-key', { path: dataPath('backup.key') })
  return inPassingFolder('drill', (place) => drillIn(place, newest, { t, now }))
}

type Newest = Awaited<ReturnType<typeof listBackups>>[number]

async function drillIn(
  place: string,
  newest: Newest,
  { t, now }: { t: Translator; now: Temporal.Instant },
): Promise<Answer> {
  try {
    const data = join(place, 'data')
    const restored = (await ask(['restore', join(newest.folder, newest.name), '--into', data])) as RestoreReport
    const papers = await comparePapers(place, data)
    const result = { milliseconds: restored.milliseconds, broken: restored.broken, ...papers, failure: null }
    await noteDrill({ actor: COMMAND_LINE, now }, { name: newest.name, madeAt: restored.made_at }, result)
    return {
      json: { backup: newest.name, ...restored, ...papers },
      text: [
        t('cli.drilled', {
          name: newest.name,
          rows: restored.rows,
          files: restored.files,
          seconds: seconds(restored.milliseconds),
        }),
        restored.broken === 0 ? t('cli.restoreProved') : t('cli.restoreBroken', { count: restored.broken }),
        t('cli.drillPapers', { count: papers.compared, different: papers.different }),
      ].join('\n'),
      failed: restored.broken > 0 || papers.different > 0,
    }
  } catch (error) {
    const none = { milliseconds: 0, broken: 0, compared: 0, different: 0 }
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await noteDrill({ actor: COMMAND_LINE, now }, { name: newest.name, madeAt: newest.startedAt }, { ...none, failure })
    throw error
  }
}

async function comparePapers(place: string, data: string): Promise<{ compared: number; different: number }> {
  const week = await findPaidWeek()
  if (week === null) return { compared: 0, different: 0 }
  const folder = join(place, 'papers')
  await ask(['payslips', weekName(week), '--out', folder, '--data', data])
  let [compared, different] = [0, 0]
  for await (const { name, bytes } of walkWeekPayslips(week)) {
    const there = await readFile(join(folder, name)).catch(() => null)
    compared++
    if (!there?.equals(bytes)) different++
  }
  return { compared, different }
}

/** Runs this program once more, on another data directory and only on the database in it. */
async function ask(args: readonly string[]): Promise<unknown> {
  const place = keyPlace()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the program itself is there
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args, '--json'], {
    env: {
      ...process.env,
      VOLANTE_HOSTED: '',
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      ...FILES_ON_DISK,
      INIT_CWD: process.env['INIT_CWD'] ?? process.cwd(),
      ...(place.kind === 'own' ? { BACKUP_KEY_FILE: place.path } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (piece) => (said += piece))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const answer: unknown = said === '' ? null : JSON.parse(said)
  // A proof that fails is a normal answer; any other failure has printed its reason already.
  if (answer === null || (code !== 0 && typeof answer === 'object' && 'error' in answer))
    throw new UsageError(`volante ${args[0]}: ${code}`)
  return answer
}

type KeyRequest = Pick<Call, 'options' | 't' | 'fromCaller'>

/** Reads the key that the caller names, or answers `null`. */
async function keyGiven({ options, t, fromCaller }: KeyRequest): Promise<Key | null> {
  if (typeof options['key-file'] === 'string') {
    const path = fromCaller(options['key-file'])
    try {
      return readKeyFile(path)
    } catch {
      throw new Refusal('backup.key-unreadable', { path })
    }
  }
  if (options['passphrase'] !== true) return null
  const text = await askSecret(t('cli.askPassphrase'))
  if (text.length < SHORTEST_PASSPHRASE) throw new UsageError(t('cli.passphraseShort', { count: SHORTEST_PASSPHRASE }))
  return { kind: 'passphrase', text }
}

/** Fewest characters of a passphrase, as for `BACKUP_PASSPHRASE`. */
const SHORTEST_PASSPHRASE = 16

/** Finds the key that opens a copy. */
async function keyFor(request: KeyRequest): Promise<Key> {
  const key = (await keyGiven(request)) ?? findBackupKey()
  if (!key) throw new Refusal('backup.no-key', { path: dataPath('backup.key') })
  return key
}

const seconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds / 1000))

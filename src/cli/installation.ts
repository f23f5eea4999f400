import { firstOf } from '#domain/certain.ts'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { sql } from 'kysely'
import { checkStandby } from '#db/standby.server.ts'
import { db } from '#db/client.server.ts'
import { isInFuture } from '#domain/clock.ts'
import { countOverdueErasures } from '#features/oversight/personal-data/queries.server.ts'
import { backupFolder, listBackups } from '#features/system/backups/queries.server.ts'
import { listGivenUp } from '#features/system/given-up/queries.server.ts'
import { runningSites } from '#features/system/sites/queries.server.ts'
import { ownsTables } from '#features/system/invariants/queries.server.ts'
import { mailServerUrl, readSender } from '#features/mail/mail-server/queries.server.ts'
import { findMailFault } from '#integrations/email/email.ts'
import { probeStores } from '#integrations/storage/storage.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatBytes } from '#messages/numbers.ts'
import { dataPath, env, isProduction } from '#platform/env.server.ts'
import { keyRing } from '#platform/field-keys.server.ts'
import { findRunning } from '#platform/running.server.ts'
import { spaceOf } from '#platform/space.ts'

/** Result of one check of the installation, and what to do if it is not well. */
export type Finding = {
  check:
    | 'roles'
    | 'modes'
    | 'keys'
    | 'clock'
    | 'address'
    | 'mail'
    | 'backup-disk'
    | 'store'
    | 'standby'
    | 'sites'
    | 'erasures'
    | 'work'
  isWell: boolean
  sentence: string
}

/** Runs the checks that only work from inside; they ask the database, the mail server and the own address, so they take seconds. */
export async function examineInstallation(t: Translator): Promise<Finding[]> {
  const found = await Promise.all([
    examineRoles(t),
    examineClock(t),
    examineKeys(t),
    examineAddress(t),
    examineMail(t),
    examineBackupDisk(t),
    examineStandby(t),
    examineSites(t),
    examineErasures(t),
    examineWork(t),
  ])
  return [...found, ...(await examineStores(t)), examineModes(t)].filter((finding) => finding !== null)
}

/** Checks whether the role that serves the site could change frozen rows. */
async function examineRoles(t: Translator): Promise<Finding> {
  const { rows } = await sql<{ name: string; isMighty: boolean }>`
    select current_user as name, (rolsuper or rolcreaterole or rolbypassrls) as "isMighty"
    from pg_roles where rolname = current_user`.execute(db)
  const { name, isMighty } = firstOf(rows)
  const kind = isMighty ? 'mighty' : (await ownsTables()) ? 'owner' : 'well'
  return { check: 'roles', isWell: kind === 'well', sentence: t(`cli.installation.roles.${kind}`, { name }) }
}

/**
 * Checks whether the standby for figures answers, is a standby, and keeps up: pages do not show this, because they fall
 * back to the database itself.
 */
async function examineStandby(t: Translator): Promise<Finding | null> {
  const check = 'standby'
  try {
    const seen = await checkStandby()
    if (seen === null) return null
    const kind = !seen.isStandby ? 'none' : seen.isTooOld ? 'late' : 'well'
    const sentence = t(`cli.installation.standby.${kind}`, { seconds: seen.behind })
    return { check, isWell: kind === 'well', sentence }
  } catch (error) {
    return { check, isWell: false, sentence: t('cli.installation.standby.silent', { words: wordsOf(error) }) }
  }
}

/** Checks how many of several configured sites are running. */
async function examineSites(t: Translator): Promise<Finding | null> {
  const { SITES: planned } = env()
  const working = (await runningSites()).length
  if (planned === 1 && working <= 1) return null
  const isWell = working >= planned
  return {
    check: 'sites',
    isWell,
    sentence: t(`cli.installation.sites.${isWell ? 'well' : 'few'}`, { working, planned }),
  }
}

/** Checks whether work was given up and nobody dealt with it. */
async function examineWork(t: Translator): Promise<Finding> {
  const { open } = await listGivenUp()
  const isWell = open.length === 0
  const sentence = isWell ? t('cli.installation.work.well') : t('cli.installation.work.undone', { count: open.length })
  return { check: 'work', isWell, sentence }
}

/** Rights of group and others. */
const OTHERS = 0o077

/** Checks whether anybody but the owner may read secrets. On Windows the rights of the folder are the operator's. */
function examineModes(t: Translator): Finding | null {
  if (process.platform === 'win32') return null
  const { BACKUP_KEY_FILE, FIREBASE_SERVICE_ACCOUNT } = env()
  const named = [BACKUP_KEY_FILE, FIREBASE_SERVICE_ACCOUNT].filter((path) => path !== undefined && isAbsolute(path))
  const inFolder = readdirSync(dataPath(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(dataPath(), name))
  const open = [dataPath(), ...inFolder, ...(named as string[])].filter(
    (path) => existsSync(path) && (statSync(path).mode & OTHERS) !== 0,
  )
  const [first] = open
  return first === undefined
    ? { check: 'modes', isWell: true, sentence: t('cli.installation.modes.well') }
    : { check: 'modes', isWell: false, sentence: t('cli.installation.modes.open', { path: first, count: open.length }) }
}

/** Seconds by which the database's clock may differ from that of this process. */
const MAX_SECONDS = 5

/** Compares the clock with the database's and with moments that were already written: nothing else here knows the time. */
async function examineClock(t: Translator): Promise<Finding> {
  const { rows } = await sql<{ now: Temporal.Instant; last: Temporal.Instant | null }>`
    select clock_timestamp() as now, (select at from audit_events order by id desc limit 1) as last`.execute(db)
  const now = Temporal.Now.instant()
  const { now: theirs, last } = firstOf(rows)
  const seconds = Math.round(Math.abs(now.since(theirs).total('seconds')))
  const check = 'clock'
  if (seconds > MAX_SECONDS) return { check, isWell: false, sentence: t('cli.installation.clock.differs', { seconds }) }
  if (last !== null && isInFuture(last, now))
    return {
      check,
      isWell: false,
      sentence: t('cli.installation.clock.back', { at: formatInstant(last.toString(), t.language) }),
    }
  return { check, isWell: true, sentence: t('cli.installation.clock.well') }
}

/** Days after which a key that seals fields and files should be replaced. */
const KEY_DAYS = 365

/** Checks the age of the key that now seals IBANs, NIFs, seeds and documents; older values have older keys. */
async function examineKeys(t: Translator): Promise<Finding> {
  const newest = await db
    .selectFrom('field_keys')
    .select('first_used_at as at')
    .where('id', '=', keyRing().keys[0].id)
    .executeTakeFirst()
  const at = newest?.at ?? Temporal.Now.instant()
  const isWell = Temporal.Now.instant().since(at).total('hours') <= KEY_DAYS * 24
  const params = { at: formatInstant(at.toString(), t.language), days: KEY_DAYS }
  return { check: 'keys', isWell, sentence: t(`cli.installation.keys.${isWell ? 'well' : 'old'}`, params) }
}

/** Milliseconds that the own address has to answer. */
const OWN_ADDRESS_TIMEOUT_MS = 5_000

/** Checks whether the address in all links and cookies is safe, and leads to this site. */
async function examineAddress(t: Translator): Promise<Finding | null> {
  const url = env().PUBLIC_URL
  const check = 'address'
  if (!url) return isProduction() ? { check, isWell: false, sentence: t('cli.installation.address.missing') } : null
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && hostname !== 'localhost')
    return { check, isWell: false, sentence: t('cli.installation.address.open', { url }) }
  if (!findRunning()) return { check, isWell: true, sentence: t('cli.installation.address.notRunning', { url }) }
  try {
    const answer = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(OWN_ADDRESS_TIMEOUT_MS) })
    if (answer.ok) return { check, isWell: true, sentence: t('cli.installation.address.well', { url }) }
    return {
      check,
      isWell: false,
      sentence: t('cli.installation.address.silent', { url, words: String(answer.status) }),
    }
  } catch (error) {
    return { check, isWell: false, sentence: t('cli.installation.address.silent', { url, words: wordsOf(error) }) }
  }
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Checks whether the mail server lets us sign in; sends nothing. */
async function examineMail(t: Translator): Promise<Finding | null> {
  const check = 'mail'
  const url = await mailServerUrl()
  if (url === null)
    return isProduction() ? { check, isWell: false, sentence: t('cli.installation.mail.missing') } : null
  const fault = await findMailFault(url)
  if (fault !== null)
    return { check, isWell: false, sentence: t('cli.installation.mail.fault', { words: fault.words }) }
  const { setBy } = await readSender('')
  if (setBy === null) return { check, isWell: false, sentence: t('cli.installation.mail.noSender') }
  return { check, isWell: true, sentence: t('cli.installation.mail.well') }
}

/** Checks whether everybody who is to be erased was, in time. */
async function examineErasures(t: Translator): Promise<Finding> {
  const found = await countOverdueErasures(Temporal.Now.instant())
  const late = (['unconfirmed', 'undone', 'accounts'] as const).filter((kind) => found[kind] > 0)
  return {
    check: 'erasures',
    isWell: late.length === 0,
    sentence:
      late.length === 0
        ? t('cli.installation.erasures.well')
        : late.map((kind) => t(`cli.installation.erasures.${kind}`, { count: found[kind] })).join(' '),
  }
}

/** Checks whether we can use each bucket to which files go, or in which older ones still lie. `examineMachine` checks the disk. */
async function examineStores(t: Translator): Promise<Finding[]> {
  const found = await probeStores()
  return found
    .filter(({ name }) => name !== 'disk')
    .map(({ name, answers }) => ({
      check: 'store' as const,
      isWell: answers,
      sentence: t(`cli.installation.store.${answers ? 'well' : 'silent'}`, { name }),
    }))
}

/** Checks whether the next copies have room: as many as one day makes, each as large as the last. */
async function examineBackupDisk(t: Translator): Promise<Finding | null> {
  const [last] = await listBackups()
  if (!last || !existsSync(backupFolder())) return null
  const { free } = await spaceOf(backupFolder())
  const needed = last.bytes * (env().BACKUP_EVERY === 'hour' ? 24 : 2)
  const [left, wanted] = [formatBytes(free, t.language), formatBytes(needed, t.language)]
  const isWell = free > needed
  const params = { folder: backupFolder(), left, wanted }
  return {
    check: 'backup-disk',
    isWell,
    sentence: t(`cli.installation.backupDisk.${isWell ? 'well' : 'full'}`, params),
  }
}

import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { nextTry } from '#domain/back-off.ts'
import { isAllowedSender, isProved } from '#domain/mail-proof.ts'
import { Refusal } from '#domain/refusal.ts'
import { type ReceivedFile, receiveFile } from '#features/files/commands.server.ts'
import { type ConnectionState, STATE_AFTER } from '#features/connections/schema.ts'
import { deliver } from '#features/imports/deliveries/commands.server.ts'
import { DROP_LIMITS } from '#features/imports/drops/schema.ts'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import { type MailHead, type Mailbox, type MailboxAccess, inMailbox } from '#integrations/mailbox/mailbox.ts'
import { log } from '#platform/log.ts'
import { getMailbox, listDueMailboxes } from './queries.server.ts'
import type { MailboxView, MailOutcome } from './schema.ts'

/** Milliseconds after which a request is given up while a person waits. */
const PATIENCE_OF_PEOPLE = 10_000
/** Maximum milliseconds of one look, however full the mailbox is; the rest waits for the next one. */
const MAX_LOOK_MILLISECONDS = 240_000
/** Minutes without a sign of life after which a look counts as killed. */
const MINUTES_UNTIL_KILLED = 10
/** Maximum number of mails in one look. */
const MAX_MAILS = 100
/** Maximum age in days of a mail that is read, so that a new mailbox does not bring last year's mails. */
const MAX_AGE_DAYS = 30
/** Days for which the outcome of a mail is kept. */
const KEPT_DAYS = 90
/** Maximum bytes of an encoded mail, and maximum number of files in it. */
const [MAX_BYTES, MAX_FILES] = [50_000_000, 50]
/** Minutes until a look tries a mailbox again whose server refused us: only a person can change that. */
const MINUTES_AFTER_REFUSAL = 24 * 60

/** The fault that prevents access to a mailbox or its folder, checked while a person waits; `null` for none. */
export async function faultOf(access: MailboxAccess): Promise<ConnectionFault | null> {
  try {
    await inMailbox(access, PATIENCE_OF_PEOPLE, async () => null)
    return null
  } catch (error) {
    if (error instanceof ConnectionFault) return error
    throw error
  }
}

/** Server, user and password of the saved mailbox. Refuses `record.not-found`. */
export async function accessOf(id: string): Promise<MailboxAccess> {
  const row = await db
    .selectFrom('mailboxes')
    .select(['host', 'port', 'safety', 'login', 'password', 'folder'])
    .where('way_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const { host, port, login, folder } = row
  const safety = row.safety as MailboxAccess['safety']
  return { host, port, safety, login, folder, password: openOf('mailboxes.password', id, row.password) }
}

/** The result of a look. */
export type MailboxLook = { mails: number; taken: number; trouble: ConnectionFault['trouble'] | null; isMore: boolean }

/**
 * Reads every mail of the last days that was not read yet, the oldest first: makes a delivery of its files, and only
 * then moves the mail. After an interruption it continues there. Does nothing when another look happened since
 * `unlessSince`. Refuses `record.not-found`, `mailbox.paused` and `mailbox.at-work`.
 */
export async function lookInto(
  id: string,
  now: Temporal.Instant,
  unlessSince: Temporal.Instant | null = null,
): Promise<MailboxLook> {
  const box = await getMailbox(id)
  if (box.paused) throw new Refusal('mailbox.paused')
  const access = await accessOf(id)
  if (!(await claim(id, now, unlessSince))) throw new Refusal('mailbox.at-work')
  const done: MailboxLook = { mails: 0, taken: 0, trouble: null, isMore: false }
  try {
    await forgetOld(id, now)
    await inMailbox(access, MAX_LOOK_MILLISECONDS, (mailbox) => lookAtAll(box, mailbox, now, done))
    const next = done.isMore ? now : now.add({ minutes: 1 })
    await setState(id, 'connected', now, { fault: null, failures: 0, next_at: next.toString() })
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error
    done.trouble = error.trouble
    done.isMore = false
    await setTrouble(id, error, now)
  } finally {
    await db
      .updateTable('mailboxes')
      .set({ at_work_since: null, looked_at: now.toString() })
      .where('way_id', '=', id)
      .execute()
  }
  log.info({ mailbox: id, ...done }, 'a mailbox was looked into')
  return done
}

/** Reads every mailbox that is due. */
export async function lookDue(now: Temporal.Instant): Promise<void> {
  for (const id of await listDueMailboxes(now)) await lookUnlessBusy(id, now)
}

/**
 * Calls `lookInto` as long as there are more mails; does nothing when there is nothing to read, or when another look
 * is at work.
 */
export async function lookUnlessBusy(
  id: string,
  now: Temporal.Instant,
  unlessSince: Temporal.Instant | null = null,
): Promise<void> {
  try {
    let { isMore } = await lookInto(id, now, unlessSince)
    while (isMore) ({ isMore } = await lookInto(id, now))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function lookAtAll(box: MailboxView, mailbox: Mailbox, now: Temporal.Instant, done: MailboxLook): Promise<void> {
  const validity = Number(mailbox.validity)
  const uids = await mailbox.list(now.subtract({ hours: MAX_AGE_DAYS * 24 }))
  const known = await knownMails(box.id, validity)
  const fresh = uids.filter((uid) => !known.has(uid))
  done.isMore = fresh.length > MAX_MAILS
  const toMove = uids.filter((uid) => known.get(uid))
  // Move mails whose files were delivered but that are still in the folder: the last look was interrupted in between.
  for (const uid of toMove) await moveAway(box, mailbox, uid, now)
  for (const uid of fresh.slice(0, MAX_MAILS)) {
    const head = await mailbox.look(uid)
    if (head === null) continue
    done.mails += 1
    if (await takeMail(box, mailbox, head, now)) done.taken += 1
  }
}

/** The mails of this folder that were read, and whether each waits to be moved. */
async function knownMails(id: string, validity: number): Promise<Map<number, boolean>> {
  const rows = await db
    .selectFrom('mailbox_mails')
    .select(['uid', 'outcome', 'moved_at'])
    .where('way_id', '=', id)
    .where('validity', '=', validity)
    .execute()
  return new Map(rows.map(({ uid, outcome, moved_at }) => [uid, moved_at === null && isHere(outcome)]))
}

function isHere(outcome: string): boolean {
  return outcome === 'taken' || outcome === 'same'
}

/** Delivers the files of a mail; returns whether it delivered any. */
async function takeMail(box: MailboxView, mailbox: Mailbox, head: MailHead, now: Temporal.Instant): Promise<boolean> {
  const verdict = verdictOf(box, head)
  if (verdict !== null) {
    await note(box, mailbox, head, { outcome: verdict }, now)
    return false
  }
  const files: ReceivedFile[] = []
  try {
    for (const attachment of head.attachments) {
      const bytes = await mailbox.read(head.uid, attachment)
      files.push(await receiveFile(attachment.name, piecesOf(bytes)))
    }
    const fresh = await unknownOf(box.id, files)
    if (fresh.length === 0) await note(box, mailbox, head, { outcome: 'same' }, now)
    else {
      const delivered = await deliver({ id: box.id, takesIn: box.takesIn }, fresh, now).catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
      if (delivered instanceof Refusal) {
        await note(box, mailbox, head, { outcome: 'refused', reason: delivered.code }, now)
        return false
      }
      await note(box, mailbox, head, { outcome: 'taken', drop_id: delivered.drop, files: fresh }, now)
    }
    await moveAway(box, mailbox, head.uid, now)
    return fresh.length > 0
  } finally {
    for (const { forget } of files) await forget()
  }
}

/** The outcome of a mail whose files are not taken; `null` when they are. */
function verdictOf(
  { senders, proof }: MailboxView,
  { sender, proofs, bytes, attachments }: MailHead,
): MailOutcome | null {
  if (sender === null || !isAllowedSender(senders, sender)) return 'sender'
  if (proof !== null && !isProved(proofs, proof, sender)) return 'unproved'
  if (attachments.length === 0) return 'no-files'
  if (attachments.length > Math.min(MAX_FILES, DROP_LIMITS.files)) return 'too-many'
  return bytes > MAX_BYTES || attachments.some(({ size }) => size > MAX_BYTES) ? 'too-large' : null
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The files that did not come by this mailbox before, or whose drop somebody deleted since. */
async function unknownOf(id: string, files: readonly ReceivedFile[]): Promise<ReceivedFile[]> {
  const rows = await db
    .selectFrom('mailbox_files')
    .select('sha256')
    .where('way_id', '=', id)
    .where('drop_id', 'is not', null)
    .where(
      'sha256',
      'in',
      files.map(({ sha256 }) => sha256),
    )
    .execute()
  const seen = new Set(rows.map(({ sha256 }) => sha256))
  return files.filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256))
}

type MailNote = { outcome: MailOutcome; reason?: string; drop_id?: string; files?: readonly ReceivedFile[] }

/**
 * Saves the outcome of a mail, and its files, by which repeated ones are recognised. The mail is moved only after
 * that.
 */
async function note(
  { id }: MailboxView,
  { validity }: Mailbox,
  { uid, sender, attachments }: MailHead,
  { outcome, reason, drop_id, files = [] }: MailNote,
  now: Temporal.Instant,
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .insertInto('mailbox_mails')
      .values({
        way_id: id,
        validity: Number(validity),
        uid,
        at: now.toString(),
        sender,
        files: attachments.length,
        outcome,
        reason: reason ?? null,
        drop_id: drop_id ?? null,
      })
      .onConflict((conflict) => conflict.columns(['way_id', 'validity', 'uid']).doNothing())
      .execute()
    for (const { sha256 } of files)
      await tx
        .insertInto('mailbox_files')
        .values({ way_id: id, sha256, drop_id: drop_id ?? null })
        .onConflict((conflict) => conflict.columns(['way_id', 'sha256']).doUpdateSet({ drop_id: drop_id ?? null }))
        .execute()
  })
}

async function moveAway({ id, movesTo }: MailboxView, mailbox: Mailbox, uid: number, now: Temporal.Instant) {
  if (movesTo === null || !(await mailbox.move(uid, movesTo))) return
  await db
    .updateTable('mailbox_mails')
    .set({ moved_at: now.toString() })
    .where('way_id', '=', id)
    .where('validity', '=', Number(mailbox.validity))
    .where('uid', '=', uid)
    .execute()
}

async function forgetOld(id: string, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('mailbox_mails')
    .where('way_id', '=', id)
    .where('at', '<', instant(now.subtract({ hours: KEPT_DAYS * 24 })))
    .execute()
}

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

async function claim(id: string, now: Temporal.Instant, unlessSince: Temporal.Instant | null): Promise<boolean> {
  const claimed = await db
    .updateTable('mailboxes')
    .set({ at_work_since: now.toString() })
    .where('way_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('at_work_since', 'is', null),
        eb('at_work_since', '<', instant(now.subtract({ minutes: MINUTES_UNTIL_KILLED }))),
      ]),
    )
    .$if(unlessSince !== null, (query) =>
      query.where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<', instant(unlessSince ?? now))])),
    )
    .returning('way_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Saves that a mailbox refused us or did not answer: its state, and when to try again. */
export async function setTrouble(
  id: string,
  { trouble, detail, wait }: ConnectionFault,
  now: Temporal.Instant,
): Promise<void> {
  const row = await db.selectFrom('mailboxes').select('failures').where('way_id', '=', id).executeTakeFirst()
  if (!row) return
  const state = STATE_AFTER[trouble]
  const minutesToWait = state === 'expired' || state === 'needs-access' ? MINUTES_AFTER_REFUSAL : undefined
  const next = nextTry(now, { failures: row.failures, wait, own: minutesToWait })
  await setState(id, state, now, { fault: detail, failures: row.failures + 1, next_at: next.toString() })
}

type LookResult = { fault: string | null; failures: number; next_at?: string }

export async function setState(
  id: string,
  state: ConnectionState,
  now: Temporal.Instant,
  result: LookResult,
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({
      ...result,
      state,
      state_since: sql<Temporal.Instant>`case when state = ${state} then state_since else ${now.toString()}::timestamptz end`,
    })
    .where('way_id', '=', id)
    .execute()
}

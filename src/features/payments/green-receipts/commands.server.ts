import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { inParts } from '#db/parts.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { firstOf } from '#domain/certain.ts'
import { type GreenReceipt, type GreenReceiptReading, compareReceipt, remindersDue } from '#domain/green-receipt.ts'
import { keepsReceipt } from '#domain/receipt.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { MAX_PAPERS } from '#features/files/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { readPersons, currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { readNoticeDays } from '#features/mail/notice-rules/queries.server.ts'
import { readReceiptInWorker } from '#integrations/worker/read-in-worker.ts'
import { readReceiptQr } from '#integrations/green-receipts/receipt-qr.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { findDue, getReceipt, listMissing } from './queries.server.ts'
import type { OfficeReceipt, ReadReceipt } from './schema.ts'

/**
 * Takes a driver's receipt for their own statement; one without any difference counts at once, any other is a question
 * to the office. A new receipt replaces one that is still a question. Refuses `receipt.none-due`, `receipt.answered`,
 * `receipt.annulled`, `receipt.code-unreadable`, `receipt.used`, `upload.enough`, and what `saveAttachment` refuses.
 */
export async function sendReceipt(
  change: Change,
  { driver, week }: { driver: OwnDriverId; week: Week },
  { paper, code }: { paper: File; code: string },
): Promise<'matched' | 'asked'> {
  // Read the file before taking the lock, so that nobody waits for that.
  const reading = await readPaper(paper, code)
  await lockReceipts(change, week)
  const due = await findDue(driver, week, change.tx)
  if (!due) throw new Refusal('receipt.none-due')
  const before = await liveStateOf(change, due.settlementId)
  if (due.mark !== null || before === 'matched' || before === 'accepted') throw new Refusal('receipt.answered')
  await refuseMorePapers(change, due.settlementId)
  if (!reading.ok && reading.reason === 'annulled') throw new Refusal('receipt.annulled')
  if (reading.ok) await refuseUsed(change, reading.receipt)

  const file = await saveAttachment(change.tx, paper)
  if (!file) throw new Refusal('upload.empty')
  const differences = reading.ok ? compareReceipt(reading.receipt, due.expected) : []
  const state = reading.ok && differences.length === 0 ? 'matched' : 'asked'
  await change.tx
    .updateTable('green_receipts')
    .set({ state: 'withdrawn' })
    .where('settlement_id', '=', due.settlementId)
    .where('state', '=', 'asked')
    .execute()
  await change.tx
    .insertInto('green_receipts')
    .values({
      settlement_id: due.settlementId,
      file_sha256: file.sha256,
      file_name: file.name,
      reading: reading.ok ? JSON.stringify(keptOf(reading.receipt)) : null,
      unread: reading.ok ? null : reading.reason,
      issuer_index: reading.ok && reading.receipt.issuer ? blindIndex('nif', reading.receipt.issuer) : null,
      differences: JSON.stringify(differences),
      state,
      sent_at: change.now.toString(),
    })
    .execute()
  if (state === 'matched') await markReceived(change, due.settlementId, numberOf(reading))
  const facts = { week: weekName(week), receipt: state, number: numberOf(reading), value: due.value }
  change.note({ subject: `driver:${driver}`, after: { ...facts, differences: differences.map(({ kind }) => kind) } })
  return state
}

/** Refuses `upload.enough`: a replaced receipt stays on the disk, so their number for each statement is limited. */
async function refuseMorePapers({ tx }: Change, settlementId: string): Promise<void> {
  const { sent } = await tx
    .selectFrom('green_receipts')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('settlement_id', '=', settlementId)
    .executeTakeFirstOrThrow()
  if (sent >= MAX_PAPERS) throw new Refusal('upload.enough', { most: MAX_PAPERS })
}

/** Withdraws a driver's receipt that the office has not answered. Refuses `record.not-found` and `receipt.answered`. */
export async function withdrawReceipt(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const receipt = await getReceipt(id, change.tx)
  if (receipt.driver.id !== driver) throw new Refusal('record.not-found')
  await lockReceipts(change, receipt.week)
  await changeState(change, id, ['asked'], { state: 'withdrawn' })
  change.note({ subject: `driver:${driver}`, after: { week: receipt.weekName, receipt: 'withdrawn' } })
}

/**
 * Marks receipts as received that the office got on paper or by mail. Refuses `receipt.answered` for one that was
 * marked, sent or voided meanwhile.
 */
export async function markWithoutPaper(change: Change, settlements: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(change.tx)
  const missing = new Map((await listMissing(change.now, change.tx)).map((receipt) => [receipt.settlementId, receipt]))
  const marked = [...new Set(settlements)].map((id) => {
    const receipt = missing.get(id)
    if (!receipt) throw new Refusal('receipt.answered')
    return receipt
  })
  await markEachReceived(
    change,
    marked.map(({ settlementId }) => ({ settlementId, number: '' })),
  )
  for (const { driver, weekName: week, value } of marked)
    change.note({ subject: `driver:${driver.id}`, after: { week, receipt: 'received', value } })
}

/**
 * Answers the question about a receipt for the office: it counts, or it does not, with words that the driver reads.
 * Refuses `record.not-found`, `receipt.answered` and `receipt.used`.
 */
export async function answerReceipt(
  change: Change,
  id: string,
  { answer, words }: { answer: 'accepted' | 'declined'; words: string },
): Promise<OfficeReceipt> {
  const receipt = await lockReceipt(change, id)
  if (answer === 'accepted' && receipt.reading) await refuseUsed(change, receipt.reading, id)
  const answered = { answered_at: change.now.toString(), answered_by: change.actor.uid, answer: words }
  await changeState(change, id, ['asked'], { state: answer, ...answered })
  if (answer === 'accepted') await markReceived(change, await statementOf(change, id), receipt.reading?.number ?? '')
  await writeNotices(change, [await currentDriver(receipt.driver.id, change.tx)], {
    kind: answer === 'accepted' ? 'receipt-accepted' : 'receipt-declined',
    week: receipt.week,
    reason: words,
  })
  change.note({
    subject: `driver:${receipt.driver.id}`,
    after: { week: receipt.weekName, receipt: answer, reason: words },
  })
  return receipt
}

/**
 * Makes a matched or answered receipt a question again. Refuses `record.not-found`, `receipt.in-file` while a bank file
 * that rests on it is under way, and `receipt.answered` for one without an answer, or which the driver has replaced.
 */
export async function takeBackAnswer(change: Change, id: string): Promise<OfficeReceipt> {
  const receipt = await lockReceipt(change, id)
  const settlementId = await statementOf(change, id)
  const isReceived = receipt.state !== 'declined'
  if (isReceived && keepsReceipt(await settingsIn(receipt.week, change.tx), receipt.settlement))
    throw new Refusal('receipt.in-file')
  if (!isReceived && (await liveStateOf(change, settlementId)) !== null) throw new Refusal('receipt.answered')
  const unanswered = { answered_at: null, answered_by: null, answer: '' }
  await changeState(change, id, ['matched', 'accepted', 'declined'], { state: 'asked', ...unanswered })
  if (isReceived) await change.tx.deleteFrom('receipts').where('settlement_id', '=', settlementId).execute()
  change.note({
    subject: `driver:${receipt.driver.id}`,
    before: { week: receipt.weekName, receipt: receipt.state, reason: receipt.answer },
  })
  return receipt
}

/**
 * Reminds drivers of missing receipts: each step once, in one notice for all that are missing. A driver who was not reminded
 * in time gets only the last step that is due.
 */
export async function remindOfReceipts(now: Temporal.Instant): Promise<void> {
  if ((await listToRemind(now)).length === 0) return
  await carryOut({ actor: SYSTEM, action: 'receipt.remind', now }, async (change) => {
    await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(change.tx)
    const due = await listToRemind(now, change.tx)
    if (due.length === 0) return null
    const reminders = due.map(({ settlementId, step }) => ({
      settlement_id: settlementId,
      step,
      reminded_at: now.toString(),
    }))
    for (const part of inParts(reminders)) await change.tx.insertInto('receipt_reminders').values(part).execute()
    const personOf = await readPersons(change.tx)
    for (const [driver, own] of Map.groupBy(due, (reminder) => personOf(reminder.driver.id))) {
      const week = firstOf(own).week
      await writeNotices(change, [driver], { kind: 'receipt-missing', week, count: own.length })
      await mailReminder(change, driver, own.length)
      change.note({
        subject: `driver:${driver}`,
        after: { week: weekName(week), receipt: 'missing', reminded: own.length },
      })
    }
    return null
  })
}

async function mailReminder(change: Change, driver: string, count: number): Promise<void> {
  const { name, email, language } = await getDriver(driver, change.tx)
  if (email === null) return
  const params = { count, name, link: '/dashboard/payslips' }
  await writeMail(change, { template: 'receipt-missing', params, recipient: email, language, driverId: driver })
}

/** Missing receipts for which a further reminder is due, with its step. */
async function listToRemind(now: Temporal.Instant, on: Kysely<DB> = db) {
  const after = await readNoticeDays('receipt-missing', on)
  return (await listMissing(now, on)).flatMap((receipt) => {
    const step = remindersDue(Math.floor(now.since(receipt.approvedAt).total('hours') / 24), after)
    return step > receipt.reminded ? [{ ...receipt, step }] : []
  })
}

async function readPaper(paper: File, code: string): Promise<GreenReceiptReading> {
  const read = await readReceiptInWorker({ name: paper.name, bytes: new Uint8Array(await paper.arrayBuffer()) })
  if (read.ok || read.reason !== 'no-text' || code === '') return read
  const fromCode = readReceiptQr(code)
  if (!fromCode.ok && fromCode.reason !== 'annulled') throw new Refusal('receipt.code-unreadable')
  return fromCode
}

function keptOf({ issuer: _issuer, acquirer: _acquirer, ...kept }: GreenReceipt): ReadReceipt {
  return kept
}

function numberOf(read: GreenReceiptReading): string {
  return read.ok ? read.receipt.number : ''
}

/** Lets only one run at a time: a receipt counts once, even if it is sent twice at this moment. */
async function lockReceipts({ tx }: Change, week: Week): Promise<void> {
  await lockWeeks(tx, [week])
  await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(tx)
}

async function lockReceipt(change: Change, id: string): Promise<OfficeReceipt> {
  await lockReceipts(change, (await getReceipt(id, change.tx)).week)
  return getReceipt(id, change.tx)
}

async function liveStateOf({ tx }: Change, settlementId: string): Promise<string | null> {
  const live = await tx
    .selectFrom('green_receipts')
    .select('state')
    .where('settlement_id', '=', settlementId)
    .where('state', 'in', ['matched', 'accepted', 'asked'])
    .executeTakeFirst()
  return live?.state ?? null
}

/** Refuses `receipt.used`, with the week, for a receipt that counts for another statement. */
async function refuseUsed(
  { tx }: Change,
  receipt: ReadReceipt | GreenReceipt,
  exceptId: string | null = null,
): Promise<void> {
  const issuer = 'issuer' in receipt && receipt.issuer ? blindIndex('nif', receipt.issuer) : null
  const used = await tx
    .selectFrom('green_receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select('week')
    .where('green_receipts.state', 'in', ['matched', 'accepted'])
    .where((row) =>
      row.or([
        row(sql`reading ->> 'atcud'`, '=', receipt.atcud),
        row.and([row('issuer_index', '=', issuer), row(sql`reading ->> 'number'`, '=', receipt.number)]),
        ...(exceptId === null
          ? []
          : [
              sql<boolean>`(issuer_index, reading ->> 'number') in (select issuer_index, reading ->> 'number'
                from green_receipts where id = ${exceptId}::uuid)`,
            ]),
      ]),
    )
    .executeTakeFirst()
  if (used) throw new Refusal('receipt.used', { week: weekName(used.week as Week) })
}

type NewState = { state: string; answered_at?: string | null; answered_by?: string | null; answer?: string }

async function changeState({ tx }: Change, id: string, from: readonly string[], to: NewState): Promise<void> {
  const moved = await tx
    .updateTable('green_receipts')
    .set(to)
    .where('id', '=', readRecordId(id))
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new Refusal('receipt.answered')
}

async function statementOf({ tx }: Change, id: string): Promise<string> {
  const { settlement_id } = await tx
    .selectFrom('green_receipts')
    .select('settlement_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return settlement_id
}

/** Marks a statement's receipt as received, as the office does by hand (`receipts`); an existing mark stays. */
export async function markReceived(change: Change, settlementId: string, number: string): Promise<void> {
  await markEachReceived(change, [{ settlementId, number }])
}

/** Marks the receipts of several statements at once. */
export async function markEachReceived(
  { tx, now, actor }: Change,
  receipts: readonly { settlementId: string; number: string }[],
): Promise<void> {
  const rows = receipts.map(({ settlementId, number }) => ({
    settlement_id: settlementId,
    answer: 'received',
    note: number,
    answered_at: now.toString(),
    answered_by: actor.uid,
  }))
  for (const part of inParts(rows))
    await tx
      .insertInto('receipts')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

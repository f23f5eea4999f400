import { inParts } from '#db/parts.ts'
import { sql } from 'kysely'
import { firstOf, lastOf } from '#domain/certain.ts'
import type { ReceivedInvoice } from '#domain/green-receipt.ts'
import { type CheckedReceipt, type ListedReceipt, checkReceipts } from '#domain/receipt-check.ts'
import { keepsReceipt } from '#domain/receipt.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import {
  answerReceipt,
  markEachReceived,
  markReceived,
  takeBackAnswer,
} from '#features/payments/green-receipts/commands.server.ts'
import { readReceiptListInWorker } from '#integrations/worker/read-in-worker.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { getFinding, listExpected } from './queries.server.ts'
import type { Finding } from './schema.ts'

/**
 * Compares a list of e-Fatura with the receipts that statements ask for; answers the check's id. A receipt that agrees is
 * marked as received, any other becomes a question. Refuses `receipt-list.unreadable` with the line, `receipt-list.issued` for
 * a driver's own list, and `receipt-list.nobody` when no line is a driver's.
 */
export async function checkList(change: Change, list: File): Promise<string> {
  // Read the list before taking the lock, so that nobody waits for that.
  const rows = await readList(list)
  await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(change.tx)
  const lines = await linesOfDrivers(change, rows)
  if (lines.length === 0) throw new Refusal('receipt-list.nobody')
  const days = rows.map(({ issuedOn }) => issuedOn).toSorted()
  const span = { first: firstOf(days), last: lastOf(days) }
  const found = checkReceipts(lines, await listExpected(span, change.tx), span)

  const { id } = await change.tx
    .insertInto('receipt_checks')
    .values({
      file_name: list.name.slice(-120),
      first_on: span.first,
      last_on: span.last,
      lines: lines.length,
      others: rows.length - lines.length,
      checked_at: change.now.toString(),
      checked_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeFindings(change, id, found)
  await markEachReceived(
    change,
    found.flatMap(({ outcome, expected, listed }) =>
      outcome === 'matched' && expected && listed && !expected.isMarked && !expected.waits
        ? [{ settlementId: expected.settlement, number: listed.number }]
        : [],
    ),
  )
  await change.tx
    .updateTable('receipt_findings')
    .set({ state: 'gone' })
    .where('state', '=', 'asked')
    .where('check_id', '<>', id)
    .where(
      sql<boolean>`exists (select from receipt_findings later where later.check_id = ${id} and (
        later.settlement_id = receipt_findings.settlement_id or (later.driver_id = receipt_findings.driver_id
          and later.listed ->> 'number' = receipt_findings.listed ->> 'number')))`,
    )
    .execute()
  change.note({
    subject: `receipt-check:${id}`,
    after: { file: list.name, ...span, found: found.length, asked: found.filter(({ asks }) => asks).length },
  })
  return id
}

/**
 * Answers a finding for the office. If accepted, the receipt counts as it is; if declined, the driver reads why, and a receipt
 * that counted no longer does. Refuses `record.not-found`, `receipt.answered` when it was answered, and `receipt.in-file` while a
 * bank file that rests on the receipt is under way.
 */
export async function answerFinding(
  change: Change,
  id: string,
  { answer, words }: { answer: 'accepted' | 'declined'; words: string },
): Promise<Finding> {
  const finding = await getFinding(id, change.tx)
  if (finding.week) await lockWeeks(change.tx, [finding.week])
  await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(change.tx)
  const answered = await change.tx
    .updateTable('receipt_findings')
    .set({ state: answer, answer: words, answered_at: change.now.toString(), answered_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('state', '=', 'asked')
    .returning('settlement_id')
    .executeTakeFirst()
  if (!answered) throw new Refusal('receipt.answered')
  const settlement = answered.settlement_id
  if (answer === 'accepted' && settlement) await accept(change, settlement, finding, words)
  if (answer === 'declined') await decline(change, finding, settlement, words)
  change.note({
    subject: `driver:${finding.driver.id}`,
    after: { week: finding.weekName ?? '', receipt: answer, reason: words, number: finding.listed?.number ?? '' },
  })
  return finding
}

/**
 * Makes the answer to a finding a question again, with what it changed: a receipt that it made count no longer does, and a
 * document that it declined waits for an answer. Refuses `record.not-found`, `receipt.answered` for a finding without an
 * answer or when the driver has sent another receipt meanwhile, and `receipt.in-file` while a bank file that rests on the
 * receipt is under way.
 */
export async function takeBackFinding(change: Change, id: string): Promise<Finding> {
  const finding = await getFinding(id, change.tx)
  if (finding.week) await lockWeeks(change.tx, [finding.week])
  await sql`select pg_advisory_xact_lock(hashtext('green-receipts'))`.execute(change.tx)
  const answered = await change.tx
    .selectFrom('receipt_findings')
    .select(['settlement_id', 'answered_at', 'answer', 'state'])
    .where('id', '=', readRecordId(id))
    .where('state', 'in', ['accepted', 'declined'])
    .executeTakeFirst()
  if (!answered) throw new Refusal('receipt.answered')
  const { settlement_id: settlement, answered_at: at } = answered
  if (settlement && at) await undoAnswer(change, settlement, { at, isAccepted: answered.state === 'accepted' })
  await change.tx
    .updateTable('receipt_findings')
    .set({ state: 'asked', answer: '', answered_at: null, answered_by: null })
    .where('id', '=', readRecordId(id))
    .execute()
  change.note({
    subject: `driver:${finding.driver.id}`,
    before: { week: finding.weekName ?? '', receipt: answered.state, reason: answered.answer },
  })
  return finding
}

/** Undoes what the answer of this moment did to the receipt of a statement; an older answer stays. */
async function undoAnswer(
  change: Change,
  settlement: string,
  { at, isAccepted }: { at: Temporal.Instant; isAccepted: boolean },
): Promise<void> {
  const paper = await change.tx
    .selectFrom('green_receipts')
    .select('id')
    .where('settlement_id', '=', settlement)
    .where(sql<boolean>`answered_at = ${at.toString()}`)
    .where('state', '=', isAccepted ? 'accepted' : 'declined')
    .executeTakeFirst()
  if (paper) await takeBackAnswer(change, paper.id)
  else if (isAccepted) await unmark(change, settlement, { at })
}

/** Lets a receipt count; a document of it that still waits for an answer is answered with it. */
async function accept(change: Change, settlement: string, { listed, expected }: Finding, words: string) {
  const paper = await findPaper(change, settlement)
  if (paper?.state === 'asked') await answerReceipt(change, paper.id, { answer: 'accepted', words })
  else await markReceived(change, settlement, listed?.number ?? expected?.number ?? '')
}

async function decline(change: Change, { week, listed, driver }: Finding, settlement: string | null, words: string) {
  const person = await currentDriver(driver.id, change.tx)
  if (settlement === null || week === null) {
    const { number = '', issuedOn: day = '' } = listed ?? {}
    await writeNotices(change, [person], { kind: 'receipt-unasked', number, day, reason: words })
    return
  }
  const paper = await findPaper(change, settlement)
  if (paper) {
    if (paper.state !== 'asked') await takeBackAnswer(change, paper.id)
    await answerReceipt(change, paper.id, { answer: 'declined', words })
    return
  }
  await unmark(change, settlement)
  await writeNotices(change, [person], { kind: 'receipt-declined', week, reason: words })
}

/** Takes the mark of a received receipt from a statement; with `at`, only one of this moment. */
async function unmark({ tx }: Change, settlement: string, { at }: { at?: Temporal.Instant } = {}): Promise<void> {
  const { state, week } = await tx
    .selectFrom('settlements')
    .select(['state', 'week'])
    .where('id', '=', settlement)
    .executeTakeFirstOrThrow()
  const { numDeletedRows } = await tx
    .deleteFrom('receipts')
    .where('settlement_id', '=', settlement)
    .where('answer', '=', 'received')
    .$if(at !== undefined, (query) => query.where(sql<boolean>`answered_at = ${at?.toString()}`))
    .executeTakeFirst()
  if (numDeletedRows > 0n && keepsReceipt(await settingsIn(week as Week, tx), state as SettlementState))
    throw new Refusal('receipt.in-file')
}

/** The document of a statement that counts, or that waits for the office's answer. */
function findPaper({ tx }: Change, settlement: string): Promise<{ id: string; state: string } | undefined> {
  return tx
    .selectFrom('green_receipts')
    .select(['id', 'state'])
    .where('settlement_id', '=', settlement)
    .where('state', 'in', ['matched', 'accepted', 'asked'])
    .executeTakeFirst()
}

async function readList(list: File): Promise<readonly ReceivedInvoice[]> {
  const reading = await readReceiptListInWorker({ name: list.name, bytes: new Uint8Array(await list.arrayBuffer()) })
  if (!reading.ok) throw new Refusal('receipt-list.unreadable', { line: reading.problems?.[0]?.line ?? 1 })
  if (reading.is === 'issued') throw new Refusal('receipt-list.issued')
  if (reading.rows.length === 0) throw new Refusal('receipt-list.nobody')
  return reading.rows
}

/** The lines with the NIF of a driver. */
async function linesOfDrivers({ tx }: Change, rows: readonly ReceivedInvoice[]): Promise<ListedReceipt[]> {
  const drivers = await tx
    .selectFrom('drivers')
    .select(['nif_index', sql<string>`standing_record(id)`.as('person')])
    .where('nif_index', 'is not', null)
    .execute()
  const personOf = new Map(drivers.map(({ nif_index, person }) => [nif_index?.toString('hex'), person]))
  return rows.flatMap(({ kind, issuer, number, atcud, issuedOn, base, vat, total }): ListedReceipt[] => {
    const driver = personOf.get(blindIndex('nif', issuer.nif).toString('hex'))
    return driver ? [{ driver, number, atcud, issuedOn, isCreditNote: kind === 'credit-note', base, vat, total }] : []
  })
}

/** A finding that was answered before and is found again unchanged stays answered. */
async function writeFindings(change: Change, check: string, found: readonly CheckedReceipt[]): Promise<void> {
  if (found.length === 0) return
  const answered = await listAnswered(change)
  const rows = found.map(({ outcome, expected, listed, asks }, ordinal) => {
    const row = {
      check_id: check,
      ordinal,
      outcome,
      settlement_id: expected?.settlement ?? null,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- a finding is of a statement, of a line or of both
      driver_id: (expected ?? listed)!.driver,
      listed: listed && JSON.stringify(withoutDriver(listed)),
      expected: expected && JSON.stringify(expectedOf(expected)),
    }
    const before = asks
      ? answered.get(nameOf({ ...row, listed, expected: expected && expectedOf(expected) }))
      : undefined
    return before && before.state !== 'asked' ? { ...row, ...before } : { ...row, state: asks ? 'asked' : 'fine' }
  })
  for (const part of inParts(rows)) await change.tx.insertInto('receipt_findings').values(part).execute()
}

function withoutDriver({ driver: _driver, ...listed }: ListedReceipt) {
  return listed
}

function expectedOf({ value, vat, paper }: NonNullable<CheckedReceipt['expected']>) {
  return { value, vat, number: paper?.number ?? null }
}

async function listAnswered({ tx }: Change) {
  const rows = await tx
    .selectFrom('receipt_findings')
    .innerJoin('receipt_checks', 'receipt_checks.id', 'check_id')
    .select(['driver_id', 'settlement_id', 'outcome', 'listed', 'expected'])
    .select(['state', 'answer', 'answered_at', 'answered_by'])
    // An answer that was taken back is a question, and takes the place of an older answer to the same.
    .where('state', 'in', ['accepted', 'declined', 'asked'])
    .orderBy('receipt_checks.ordinal')
    .execute()
  return new Map(
    rows.map(({ state, answer, answered_at, answered_by, ...row }) => [
      nameOf({
        ...row,
        listed: row.listed as unknown as ListedReceipt | null,
        expected: row.expected as unknown as ReturnType<typeof expectedOf> | null,
      }),
      { state, answer, answered_at: answered_at?.toString() ?? null, answered_by },
    ]),
  )
}

/** A name for the content of a finding: two findings with the same content have the same name. */
function nameOf(of: {
  driver_id: string
  settlement_id: string | null
  outcome: string
  listed: Omit<ListedReceipt, 'driver'> | null
  expected: ReturnType<typeof expectedOf> | null
}): string {
  const { driver_id, settlement_id, outcome, listed, expected } = of
  const listedParts = listed && [listed.number, listed.atcud, listed.issuedOn, listed.base, listed.vat, listed.total]
  return JSON.stringify([driver_id, settlement_id, outcome, listedParts, expected && [expected.value, expected.vat]])
}

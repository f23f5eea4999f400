import { inParts } from '#db/parts.ts'
import { sql } from 'kysely'
import {
  type BankMovement,
  type BankStatement,
  type MovementDetail,
  type PaymentAnswer,
  movedBy,
} from '#domain/bank-statement.ts'
import { doubtDays } from '#domain/bank-days.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { rejectByBank } from '#features/payments/bank-payments/commands.server.ts'
import { readBankFileInWorker } from '#integrations/worker/read-in-worker.ts'
import type { ReadableFile } from '#integrations/format.ts'
import { sourceOf } from '#platform/bytes.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { listGaps } from '#features/bank-gaps/queries.server.ts'
import { bookOpenings } from './openings/commands.server.ts'
import { accountOf, askedAccount } from './spellings/commands.server.ts'
import { listBankSetups } from './lists/queries.server.ts'
import { gapsAround, readBankFileAgain } from './queries.server.ts'
import type { BankFileOutcome, TakenStatement } from './schema.ts'

type Choices = {
  /** The account for a file that names none; when it is missing, the account of the file's bank. */
  account?: string
  /** Whether somebody confirmed that a statement without balances and numbers is complete. */
  acceptUnproved?: boolean
  /** Whether somebody confirmed that the days of a list are right, though day and month seem to be exchanged. */
  acceptDays?: boolean
}

/**
 * Imports a file of a bank: stores it, and records each movement once. When the same file comes again, or one that
 * overlaps, only the missing movements are added. A file that cannot be read has its own outcome and leaves nothing;
 * a file that may belong to a known account waits with a question to the office, and none of it counts. Refuses
 * `bank.unproved`, `bank.other-currency`, `bank.in-future`, `bank.outside-period`, `bank.days-turned`, and
 * `bank.contradicts` for days on which another file of the account has other movements.
 */
export async function importBankFile(
  change: Change,
  file: ReadableFile,
  choices: Choices = {},
): Promise<BankFileOutcome> {
  const { name } = file
  const reading = await readBankFileInWorker(file, await listBankSetups(change.tx))
  if (!reading.ok) return { status: 'refused', name, refusal: reading }
  const sha256 = await saveFile(change.tx, sourceOf(file), 'application/octet-stream')
  // If the same file is being imported at this moment, wait here for that import, and then find its result.
  await sql`select pg_advisory_xact_lock(hashtext('bank file'), hashtext(${sha256}))`.execute(change.tx)
  const earlier = await readBankFileAgain(sha256, name, change.tx)
  if (earlier) return earlier
  if (reading.is === 'statements') {
    // Look accounts up one import after the other: otherwise two first files of one account, spelled differently,
    // would make two accounts when they come at the same moment.
    await sql`select pg_advisory_xact_lock(hashtext('bank accounts'))`.execute(change.tx)
    const question = await askedAccount(change, { name, sha256 }, reading.statements, choices.account)
    if (question) return { status: 'refused', name, refusal: question.refusal, spelling: question.id }
  }
  const { id: fileId } = await change.tx
    .insertInto('bank_files')
    .values({
      sha256,
      name,
      kind: reading.is,
      answer: reading.is === 'answer' ? JSON.stringify(reading.answer) : null,
      imported_at: change.now.toString(),
      imported_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (reading.is === 'answer') return await takeAnswer(change, { id: fileId, name }, reading.answer)
  const statements: TakenStatement[] = []
  for (const statement of reading.statements) statements.push(await takeStatement(change, fileId, statement, choices))
  await bookOpenings(change)
  change.note({
    subject: 'bank',
    after: { file: name, statements: statements.length, fresh: statements.flatMap(({ fresh }) => fresh).length },
  })
  // Look for gaps once all statements are recorded: one statement of a file may fill the gap of another.
  const gaps = (await listGaps(change.tx)).filter(({ answer }) => !answer)
  return {
    status: 'imported',
    name,
    is: 'statements',
    statements: statements.map((statement) => ({ ...statement, gaps: gapsAround(gaps, statement.id) })),
  }
}

/**
 * Processes the bank's answer to a payment file: payments that the bank refused wait again. Accepted ones count as
 * paid once a statement shows them.
 */
async function takeAnswer(
  change: Change,
  { id, name }: { id: string; name: string },
  answer: PaymentAnswer,
): Promise<BankFileOutcome> {
  const { originalMessageId, status, reason, payments } = answer
  const rejected =
    status === 'RJCT' && payments.length === 0
      ? null
      : new Map(
          payments
            .filter((payment) => payment.status === 'RJCT')
            .map((payment) => [payment.endToEndId, payment.reason ?? 'RJCT'] as const),
        )
  const batch = await rejectByBank(change, id, { messageId: originalMessageId, rejected, reason: reason ?? 'RJCT' })
  if (!batch) change.note({ subject: 'bank', after: { file: name, messageId: originalMessageId } })
  return { status: 'imported', name, is: 'answer', fileId: id, batch, originalMessageId, groupStatus: status }
}

async function takeStatement(
  change: Change,
  fileId: string,
  statement: BankStatement,
  { account, acceptUnproved = false, acceptDays = false }: Choices,
): Promise<TakenStatement> {
  const { bank, currency, period, opening, closing, movements, ignored, proof } = statement
  if (currency !== 'EUR') throw new Refusal('bank.other-currency', { currency })
  if (proof === 'nothing' && !acceptUnproved) throw new Refusal('bank.unproved')
  requireNotInFuture(movements, change.now)
  const doubt = acceptDays ? null : doubtDays(statement)
  if (doubt) throw new Refusal(`bank.${doubt.why}`, { line: doubt.line, day: doubt.day })
  const ownAccount = await accountOf(change, statement, account)
  await sql`select pg_advisory_xact_lock(hashtext('bank account'), hashtext(${ownAccount.id}))`.execute(change.tx)
  const recorded = await recordedOf(change, ownAccount.id, movements)
  const keys = keysOf(movements)
  const fresh = freshOf(movements, keys, recorded)
  const { id: statementId } = await change.tx
    .insertInto('bank_statements')
    .values({
      file_id: fileId,
      account_id: ownAccount.id,
      period_from: period?.from ?? null,
      period_to: period?.to ?? null,
      opening_cents: opening,
      closing_cents: closing,
      ...daysOf(statement, change.now),
      proof,
      movements: movements.length,
      fresh: fresh.size,
      ignored: JSON.stringify(ignored),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = await record(
    change,
    { accountId: ownAccount.id, statementId },
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    [...fresh].map((at) => [movements[at]!, keys[at]!]),
  )
  const found = await findRecorded(change, ownAccount.id, keys)
  await saveKnown(
    change,
    statementId,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    found.flatMap(({ id, at }) => (fresh.has(at) ? [] : [{ id, line: movements[at]!.line }])),
  )
  return {
    id: statementId,
    accountId: ownAccount.id,
    bank,
    label: ownAccount.label,
    currency,
    period,
    opening,
    closing,
    movements: found.map(({ id }) => id),
    fresh: ids,
    ignored,
    gaps: [],
  }
}

/**
 * Maximum days by which a movement may lie in the future. Banks book ahead by some days, over a weekend with
 * holidays; when day and month are swapped, the date is off by a month or more.
 */
const BOOKED_AHEAD_DAYS = 25

/**
 * Refuses `bank.in-future` for days far ahead: a program that swapped day and month made them, and nothing else
 * reveals it.
 */
function requireNotInFuture(movements: readonly BankMovement[], now: Temporal.Instant): void {
  const last = now.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: BOOKED_AHEAD_DAYS }).toString()
  const ahead = movements.find(({ booked }) => booked > last)
  if (ahead) throw new Refusal('bank.in-future', { line: ahead.line, day: ahead.booked })
}

/**
 * The first and last day that a statement covers. If its period ends after the day of the import, it covers only the
 * days until then.
 */
function daysOf({ period, movements }: BankStatement, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const until = period && (period.to < today ? period.to : today)
  const days = [period?.from ?? [], until ?? [], ...movements.map(({ booked }) => booked)].flat().toSorted()
  return { first_on: days[0] ?? null, last_on: days.at(-1) ?? null }
}

/**
 * Gives each movement a key within its account: day, amount and the balance after it, or without a balance the bank's
 * number; and a counter, because movements of a day may have the same amount and balance.
 */
function keysOf(movements: readonly BankMovement[]): string[] {
  const seen = new Map<string, number>()
  return movements.map(({ booked, amount, fee, balance, id }) => {
    const alike = [booked, amount, fee, balance ?? id ?? ''].join(' ')
    const nth = (seen.get(alike) ?? 0) + 1
    seen.set(alike, nth)
    return `${alike} ${nth}`
  })
}

type Recorded = { key: string; moved: number; balance: number | null }

/** The movements already recorded on a statement's days, in the order in which they happened. */
async function recordedOf(
  { tx }: Change,
  accountId: string,
  movements: readonly BankMovement[],
): Promise<ReadonlyMap<string, Recorded[]>> {
  const days = [...new Set(movements.map(({ booked }) => booked))]
  if (days.length === 0) return new Map()
  const rows = await tx
    .selectFrom('bank_movements')
    .select(['same_as', 'booked_on', 'amount_cents', 'fee_cents', 'balance_cents'])
    .where('account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .where('booked_on', '=', sql<string>`any(${days}::date[])`)
    .orderBy('ordinal')
    .execute()
  const found = rows.map((row) => ({
    day: row.booked_on,
    key: row.same_as,
    moved: row.amount_cents - row.fee_cents,
    balance: row.balance_cents,
  }))
  return Map.groupBy(found, ({ day }) => day)
}

/**
 * The indexes of the new movements. When another file already had a day, the same money in another order or in other
 * parts is not new: both files begin and end the day with the same balances.
 */
function freshOf(
  movements: readonly BankMovement[],
  keys: readonly string[],
  recorded: ReadonlyMap<string, readonly Recorded[]>,
): Set<number> {
  const fresh = new Set<number>()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const indexesByDay = Map.groupBy(movements.keys(), (at) => movements[at]!.booked)
  for (const [day, indexes] of indexesByDay) {
    const before = recorded.get(day) ?? []
    const known = new Set(before.map(({ key }) => key))
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    const unknown = indexes.filter((at) => !known.has(keys[at]!))
    const movementsOfDay = indexes.map((at): Recorded => ({
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      key: keys[at]!,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      moved: movedBy(movements[at]!),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      balance: movements[at]!.balance,
    }))
    if (before.length === 0 || unknown.length === 0) {
      for (const at of unknown) fresh.add(at)
      continue
    }
    const missing = missingOf(before, movementsOfDay)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    if (missing === 'contradicts') throw new Refusal('bank.contradicts', { day, line: movements[unknown[0]!]!.line })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    for (const at of missing === 'by-key' ? unknown : missing.map((place) => indexes[place]!)) fresh.add(at)
  }
  return fresh
}

/**
 * The indexes of a day's movements that are not recorded, found by the balances of the day; `by-key` when their keys
 * decide.
 */
function missingOf(before: readonly Recorded[], own: readonly Recorded[]): 'by-key' | 'contradicts' | number[] {
  const [recordedEnds, fileEnds] = [endsOf(before), endsOf(own)]
  if (!recordedEnds || !fileEnds) return 'by-key'
  const keys = new Set(own.map(({ key }) => key))
  // The file has all recorded movements, so the day only continued. The closing balance may be the same if money came
  // in and went out.
  if (before.every(({ key }) => keys.has(key))) return 'by-key'
  if (recordedEnds.opening === fileEnds.opening && recordedEnds.closing === fileEnds.closing) return []
  if (recordedEnds.opening !== fileEnds.opening) {
    const known = new Set(before.map(({ key }) => key))
    const areAdjacent = recordedEnds.closing === fileEnds.opening || fileEnds.closing === recordedEnds.opening
    return areAdjacent || own.some(({ key }) => known.has(key)) ? 'by-key' : 'contradicts'
  }
  // Both lists begin the day with the same balance but differ: one of them must contain the amounts of the other and
  // continue.
  const unmatched = own.map((_, at) => at)
  for (const { moved } of before) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    const at = unmatched.findIndex((place) => own[place]!.moved === moved)
    if (at >= 0) unmatched.splice(at, 1)
  }
  const matched = own.length - unmatched.length
  if (matched === own.length || matched === before.length) return unmatched
  return 'contradicts'
}

function endsOf(day: readonly Recorded[]): { opening: number; closing: number } | null {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const [first, last] = [day[0]!, day.at(-1)!]
  if (first.balance === null || last.balance === null) return null
  return { opening: first.balance - first.moved, closing: last.balance }
}

/** Replaces the IBAN in a detail by its blind index, as everywhere an IBAN is stored only to be compared. */
function withoutIban({ partyIban, ...detail }: MovementDetail) {
  return { ...detail, partyIban: partyIban === null ? null : blindIndex('iban', partyIban).toString('hex') }
}

async function record(
  { tx }: Change,
  { accountId, statementId }: { accountId: string; statementId: string },
  fresh: readonly (readonly [BankMovement, string])[],
): Promise<string[]> {
  const ids: string[] = []
  for (const part of inParts(fresh)) {
    const rows = await tx
      .insertInto('bank_movements')
      .values(
        part.map(([movement, key]) => ({
          account_id: accountId,
          statement_id: statementId,
          line: movement.line,
          same_as: key,
          booked_on: movement.booked,
          value_on: movement.value,
          amount_cents: movement.amount,
          fee_cents: movement.fee,
          fee_within_cents: movement.feeWithin,
          balance_cents: movement.balance,
          text: movement.text,
          party: movement.party,
          party_iban_index: movement.partyIban === null ? null : blindIndex('iban', movement.partyIban),
          party_iban_ends: movement.partyIban?.slice(-4) ?? null,
          end_to_end_id: movement.endToEndId,
          batch: movement.batch === null ? null : JSON.stringify(movement.batch),
          details: JSON.stringify(movement.details.map(withoutIban)),
          is_return: movement.isReturn,
          return_reason: movement.returnReason,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/**
 * Saves which of the statement's movements another file had recorded: when that file is taken back, they count from
 * this statement.
 */
async function saveKnown({ tx }: Change, statementId: string, known: readonly { id: string; line: number }[]) {
  const rows = known.map(({ id, line }) => ({ statement_id: statementId, movement_id: id, line }))
  for (const part of inParts(rows)) await tx.insertInto('bank_statement_movements').values(part).execute()
}

/**
 * The ids of a statement's recorded movements with their places in it, without those that another file recorded in
 * other parts.
 */
async function findRecorded(
  { tx }: Change,
  accountId: string,
  keys: readonly string[],
): Promise<{ id: string; at: number }[]> {
  const rows = await tx
    .selectFrom('bank_movements')
    .select(['id', 'same_as'])
    .where('account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .where('same_as', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  const idOf = new Map(rows.map(({ id, same_as }) => [same_as, id]))
  return keys.flatMap((key, at) => {
    const id = idOf.get(key)
    return id === undefined ? [] : [{ id, at }]
  })
}

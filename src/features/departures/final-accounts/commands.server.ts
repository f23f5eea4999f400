import { closingEvent, closingMoves } from '#domain/departure.ts'
import { finalPostings } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, minus } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { openDeparture, payIn, notifyLeaver } from '#features/departures/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { lockBalances, postJournal, reverseJournal } from '#features/ledger/commands.server.ts'
import { bookMovement, takeClosingBack } from '#features/plans/commands.server.ts'
import { getFinalAccount, isIssued } from './queries.server.ts'
import { isClosed, lastClosing } from './schema.ts'

/**
 * Closes a final account: plans fall due, deposits are used and released, and the statement of `week` pays the rest
 * to the driver. Closing again settles everything that came since. `expected` is the figure that the page showed.
 * Refuses `departure.waiting` before the day, `departure.deposit-short` while a voided statement leaves a deposit
 * with less than was given back, `departure.unaccepted` while an advance is owed under conditions that the driver has
 * not accepted, `departure.nothing` when nothing is left to do, and `record.changed-meanwhile` for another figure, or
 * when that week was issued meanwhile and pays nothing more.
 */
export async function closeAccount(
  change: Change,
  driverId: string,
  { week, expected, reason }: { week: Week; expected: number; reason: string },
): Promise<void> {
  await lockBalances(change.tx)
  const departure = await openDeparture(change, driverId)
  const { state, figures, awaited, plans, deposits, movements } = await getFinalAccount(driverId, change.now, change.tx)
  if (state === 'waiting') throw new Refusal('departure.waiting', { day: departure.waitsUntil })
  if (deposits.some(({ held }) => held < 0)) throw new Refusal('departure.deposit-short')
  const unaccepted = plans.find(({ awaitsAcceptance, remaining }) => awaitsAcceptance && remaining > 0)
  if (unaccepted) throw new Refusal('departure.unaccepted', { what: unaccepted.reason })
  if (figures.figure !== expected) throw new Refusal('record.changed-meanwhile')
  if (figures.figure > 0 && (await isIssued(week, change.tx))) throw new Refusal('record.changed-meanwhile')
  const moves = closingMoves(figures, [...plans.map((plan) => ({ ...plan, held: ZERO })), ...deposits])
  const isKnown = isClosed(movements)
  if (isKnown && moves.length === 0 && figures.figure <= 0) throw new Refusal('departure.nothing')

  for (const { plan, kind, amount } of moves) await bookMovement(change, plan, { kind, amount, reason })
  await change.tx
    .insertInto('final_movements')
    .values({
      departure_id: departure.id,
      kind: 'closed',
      amount_cents: figures.figure,
      figures: JSON.stringify(figures),
      last_entry: await lastEntry(change, driverId),
      ...writtenBy(change, reason),
    })
    .execute()
  if (figures.figure > 0) await payIn(change, departure.id, week)
  const { figure } = figures
  const facts = { day: departure.waitsUntil, amount: figure === 0 ? awaited : figure, reason }
  await notifyLeaver(change, driverId, { event: closingEvent({ figure, awaited }), ...facts })
  change.note({ subject: `driver:${driverId}`, after: { state: 'closed', ...figures, week, reason } })
}

/**
 * Books a payment of a leaver to the bank, in full or in part. Refuses `departure.open` before the account is closed,
 * `plan.too-much` for more than the debt outside plans, and what `saveAttachment` refuses.
 */
export async function receivePayment(
  change: Change,
  driverId: string,
  { amount, reason }: { amount: Cents; reason: string },
  proof?: File,
): Promise<void> {
  await settleDebt(change, driverId, { kind: 'received', amount, reason }, proof)
}

/** Writes off a leaver's debt outside plans, or `amount` of it. Refuses `departure.open`, `departure.nothing` and `plan.too-much`. */
export async function writeOffDebt(
  change: Change,
  driverId: string,
  reason: string,
  amount: Cents | null = null,
): Promise<void> {
  await settleDebt(change, driverId, { kind: 'write-off', amount, reason })
}

/**
 * Takes back a payment, a write-off or a closing that was a mistake: reverses its journals with today's date. The debt is
 * owed again; after a closing the plans are open and the deposits held as before it. Refuses `record.not-found` for any
 * other movement, `record.changed-meanwhile` for one that was taken back already or a closing before the newest, and
 * `departure.closing-used` when a later statement counts on the closing.
 */
export async function takeBackMovement(
  change: Change,
  driverId: string,
  { movement, reason }: { movement: string; reason: string },
): Promise<void> {
  await lockBalances(change.tx)
  const departure = await openDeparture(change, driverId)
  const { movements } = await getFinalAccount(driverId, change.now, change.tx)
  const taken = movements.find(({ id, kind }) => id === movement && kind !== 'taken-back')
  if (!taken) throw new Refusal('record.not-found')
  if (taken.isTakenBack) throw new Refusal('record.changed-meanwhile')
  const { id, kind, amount } = taken
  if (kind === 'closed' && id !== lastClosing(movements)?.id) throw new Refusal('record.changed-meanwhile')
  if (kind === 'closed' && (await isIssuedSince(change, driverId, taken.at)))
    throw new Refusal('departure.closing-used')
  await change.tx
    .insertInto('final_movements')
    .values({
      departure_id: departure.id,
      kind: 'taken-back',
      amount_cents: amount,
      takes_back: id,
      ...writtenBy(change, reason),
    })
    .execute()
  if (kind === 'closed') {
    await takeClosingBack(change, driverId, taken.at, reason)
    await payIn(change, departure.id, null)
  } else {
    await reverseJournal(change, `final:${id}`, change.now.toZonedDateTimeISO(ZONE).toPlainDate())
  }
  const { figures, awaited, movements: after } = await getFinalAccount(driverId, change.now, change.tx)
  const facts = { day: departure.waitsUntil, amount: figures.figure, reason }
  const event = isClosed(after) ? closingEvent({ figure: figures.figure, awaited }) : 'reopened'
  await notifyLeaver(change, driverId, { event, ...facts })
  change.note({
    subject: `driver:${driverId}`,
    before: { kind, amount },
    after: { kind: 'taken-back', amount, reason },
  })
}

/** Books a payment or a write-off; an `amount` of `null` means the whole debt. */
async function settleDebt(
  change: Change,
  driverId: string,
  { kind, amount, reason }: { kind: 'received' | 'write-off'; amount: Cents | null; reason: string },
  proof?: File,
) {
  await lockBalances(change.tx)
  const departure = await openDeparture(change, driverId)
  const { figures, movements } = await getFinalAccount(driverId, change.now, change.tx)
  if (!isClosed(movements)) throw new Refusal('departure.open')
  const owed = cents(Math.max(minus(figures.carried), 0))
  const moved = amount ?? owed
  if (moved === 0) throw new Refusal('departure.nothing')
  if (moved > owed) throw new Refusal('plan.too-much')
  const kept = await saveAttachment(change.tx, proof)
  const { id } = await change.tx
    .insertInto('final_movements')
    .values({
      departure_id: departure.id,
      kind,
      amount_cents: moved,
      ...writtenBy(change, reason),
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postJournal(change, {
    key: `final:${id}`,
    kind: 'final',
    driverId,
    week: null,
    effectiveOn: change.now.toZonedDateTimeISO(ZONE).toPlainDate(),
    postings: finalPostings(kind, moved),
  })
  const event = kind === 'write-off' ? 'written-off' : kind
  await notifyLeaver(change, driverId, { event, day: departure.waitsUntil, amount: moved, reason })
  change.note({ subject: `driver:${driverId}`, after: { kind, amount: moved, reason, file: kept?.name ?? null } })
}

/** Whether a statement of the driver was issued after a moment and still stands: it carries what a closing moved. */
async function isIssuedSince({ tx }: Change, driverId: string, at: string): Promise<boolean> {
  const later = tx
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .where('issued_at', '>', Temporal.Instant.from(at))
  return (await later.executeTakeFirst()) !== undefined
}

/** The version of the current account: the id of its newest entry, 0 when there is none. */
async function lastEntry({ tx }: Change, driverId: string): Promise<number> {
  const account = tx.selectFrom('ledger_accounts').select('version').where('driver_id', '=', driverId)
  return (await account.where('code', '=', 'current').executeTakeFirst())?.version ?? 0
}

function writtenBy({ now, actor }: Change, reason: string) {
  return { reason, created_at: now.toString(), created_by: actor.uid }
}

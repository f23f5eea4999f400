import { requireValue } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { refusedByAccount } from '#domain/bank-statement.ts'
import { paymentPostings } from '#domain/ledger.ts'
import { readIban } from '#domain/identifiers.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { executionDay, isTargetDay, targetDayFrom } from '#domain/target-day.ts'
import { type Week, ZONE, readWeek, weekAt, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { readHead } from '#features/audit/audit-chain/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import { lockWeeks, postJournals } from '#features/ledger/commands.server.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { listFreshPeople, refuseAnyFresh, twoPeopleSince } from '#features/oversight/second-person/queries.server.ts'
import { creditTransferFile } from '#integrations/sepa/pain001.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { type BlockedPayee, type Payee, listPayees } from './queries.server.ts'

export type BankFile = {
  batchId: number
  name: string
  bytes: Uint8Array
  transactions: number
  controlSum: Cents
  executionOn: string
  blocked: readonly BlockedPayee[]
  /** Those whose last transfer came back from the same account without a known reason. */
  again: readonly Pick<Payee, 'ref' | 'name'>[]
}

/**
 * Makes the bank file of a week with every payable approved settlement that is in no batch yet; employees' wages get a
 * payment block of their own. When nobody new is to be paid, it answers the last exported file again, byte for byte:
 * asking twice never pays twice. Refuses `two-people.approved` for the person who approved one of them while two people
 * are needed, `payment.again-unsaid` where a transfer came back from the same account without a known reason and nobody says why
 * it is paid there again (`again`), `company.iban-missing` without an account to pay from, `payment.nobody` when there is nobody to pay, a
 * day that is over (`payment.day-past`) or on which banks do not settle (`payment.day-closed`), and
 * `payment.file-of-other-day` (or `payment.paid-other-day`, if it was paid) when the last file is for another day than
 * the one asked for.
 */
export async function exportBatch(
  change: Change,
  week: Week,
  choices: { executionOn?: Temporal.PlainDate; again?: string | null | undefined } = {},
): Promise<BankFile> {
  await lockWeeks(change.tx, [week])
  const { payees, blocked } = await listPayees(week, change.now, change.tx)
  if (payees.length === 0) return lastExport(change.tx, week, blocked, choices.executionOn)

  await requireSecondPerson(
    change,
    payees.map(({ settlementId }) => settlementId),
  )

  const again = payees.filter(({ cameBack }) => cameBack)
  if (again.length > 0 && !choices.again)
    throw new Refusal('payment.again-unsaid', { names: again.map(({ name }) => name).join(', ') })

  const company = await change.tx.selectFrom('company').selectAll().executeTakeFirst()
  if (!company?.debtor_iban) throw new Refusal('company.iban-missing')
  const account = readIban(openOf('company.debtor_iban', '1', company.debtor_iban))
  if (!account.ok) throw new Refusal('company.iban-missing')
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate()
  const { payDay } = await settingsIn(weekAt(change.now), change.tx)
  const executionOn = choices.executionOn ?? executionDay(today, payDay)
  refuseNoBankingDay(executionOn, today)
  const number = await nextNumber(change.tx, week)
  const messageId = `VOLANTE-${weekName(week)}-${number}`
  const version = company.sepa_format === 'pain.001.001.03' ? 'pain.001.001.03' : 'pain.001.001.09'

  const payments = payees.map((payee) => ({ ...payee, endToEndId: endToEndId(week, payee, number) }))
  const xml = creditTransferFile({
    version,
    messageId,
    createdAt: change.now,
    company: { name: company.name, nipc: nineDigits(company.nipc), iban: account.value },
    executionDay: executionOn,
    payments: payments.map(({ endToEndId: id, holder, iban, amount, isWage }) => ({
      endToEndId: id,
      name: holder,
      iban,
      amount,
      remittance: `Extrato ${weekName(week)}`,
      category: isWage ? 'SALA' : 'SUPP',
    })),
  })
  const bytes = new TextEncoder().encode(xml)
  const controlSum = sum(payees.map(({ amount }) => amount))

  const head = await readHead(change.tx)
  const { id } = await change.tx
    .insertInto('payment_batches')
    .values({
      week,
      state: 'exported',
      format: version,
      message_id: messageId,
      execution_on: executionOn.toString(),
      payments: payees.length,
      control_sum_cents: controlSum,
      sha256: await saveFile(change.tx, bytes, 'application/xml'),
      created_at: change.now.toString(),
      created_by: change.actor.uid,
      audit_seq: head?.seq ?? null,
      audit_hash: head && Buffer.from(head.hash, 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into batch_payments (batch_id, settlement_id, end_to_end_id, amount_cents, iban, iban_index, holder)
    select ${id}, * from unnest(${payments.map(({ settlementId }) => settlementId)}::uuid[], ${payments.map(({ endToEndId: reference }) => reference)}::text[],
      ${payments.map(({ amount }) => amount)}::bigint[], ${payments.map(({ settlementId, iban }) => sealFor('batch_payments.iban', `${id}/${settlementId}`, iban))}::bytea[],
      ${payments.map(({ iban }) => blindIndex('iban', iban))}::bytea[],
      ${payments.map(({ holder }) => holder)}::text[])`.execute(change.tx)
  await change.tx
    .updateTable('settlements')
    .set({ state: 'in-batch' })
    .where('id', '=', anyOf(payees.map(({ settlementId }) => settlementId)))
    .execute()
  change.note({ subject: `batch:${id}`, after: { week, payments: payees.length, controlSum, blocked: blocked.length } })
  for (const { driverId, amount } of again)
    change.note({
      subject: `driver:${driverId}`,
      after: { week, amount, paidAgain: true, reason: choices.again ?? '' },
    })
  return {
    batchId: id,
    name: `${messageId}.xml`,
    bytes,
    transactions: payees.length,
    controlSum,
    executionOn: executionOn.toString(),
    blocked,
    again,
  }
}

/**
 * Refuses a payment while two people are needed: the person who approved a statement may not pay it by any means, and
 * neither of the two may be new.
 */
export async function requireSecondPerson(change: Change, settlements: readonly string[]): Promise<void> {
  const requireFor = await readSecondPerson(change, settlements)
  requireFor(settlements)
}

/** Reads who approved many settlements; answers a function that refuses for some of them as `requireSecondPerson` does. */
export async function readSecondPerson(
  { tx, actor, now }: Change,
  settlements: readonly string[],
): Promise<(some: readonly string[]) => void> {
  const { uid } = actor
  if (settlements.length === 0 || uid === null || (await twoPeopleSince(tx)) === null) return () => {}
  const approvals = await tx
    .selectFrom('settlements')
    .select(['id', 'approved_by'])
    .where('id', '=', anyOf(settlements))
    .execute()
  const approverOf = new Map(approvals.map(({ id, approved_by }) => [id, approved_by]))
  const freshPeople = await listFreshPeople(now, tx)
  return (some) => {
    const people = some.map((id) => approverOf.get(id) ?? null)
    if (people.includes(uid)) throw new Refusal('two-people.approved')
    refuseAnyFresh(freshPeople, [uid, ...people])
  }
}

/** The bank accepts nine digits or nothing. */
function nineDigits(nipc: string | null): string | null {
  return nipc && /^\d{9}$/.test(nipc) ? nipc : null
}

function refuseNoBankingDay(day: Temporal.PlainDate, today: Temporal.PlainDate) {
  const isPast = Temporal.PlainDate.compare(day, today) < 0
  if (!isPast && isTargetDay(day)) return
  const next = targetDayFrom(isPast ? today : day).toString()
  throw new Refusal(isPast ? 'payment.day-past' : 'payment.day-closed', { day: day.toString(), next })
}

async function lastExport(
  tx: Tx,
  week: Week,
  blocked: readonly BlockedPayee[],
  requestedDay: Temporal.PlainDate | undefined,
): Promise<BankFile> {
  const last = await tx
    .selectFrom('payment_batches')
    .selectAll()
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .where('sha256', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last?.sha256) throw new Refusal('payment.nobody', { week: weekName(week) })
  if (requestedDay && requestedDay.toString() !== last.execution_on)
    throw new Refusal(last.state === 'exported' ? 'payment.file-of-other-day' : 'payment.paid-other-day', {
      week: weekName(week),
      day: last.execution_on,
    })
  return {
    batchId: last.id,
    name: `${last.message_id}.xml`,
    bytes: await readKeptFile(last.sha256),
    transactions: last.payments,
    controlSum: cents(last.control_sum_cents),
    executionOn: last.execution_on,
    blocked,
    again: [],
  }
}

async function nextNumber(tx: Tx, week: Week): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('week', '=', week)
    .executeTakeFirstOrThrow()
  return count + 1
}

/**
 * The end-to-end id: at most 35 characters, unique in the file; by it the bank's statement is matched to driver and
 * file.
 */
function endToEndId(week: Week, { ref, settlementId }: Payee, number: number): string {
  const name = /^[A-Za-z0-9-]{1,20}$/.test(ref) ? ref : settlementId.slice(0, 8)
  return `${weekName(week)}-${number}-${name}`
}

/**
 * Confirms that the bank has paid: every payment of the batch that it did not reject is posted, and its settlement is
 * paid. Refuses `two-people.approved` for the person who approved one of them while two people are needed,
 * `batch.not-open` when the batch was closed before, `record.not-found` when a rejected one is not in it.
 */
export async function confirmBatch(
  change: Change,
  batchId: number,
  rejected: ReadonlyMap<string, string> = new Map(),
): Promise<Week> {
  const batch = await openBatch(change.tx, batchId)
  const payments = await change.tx
    .selectFrom('batch_payments')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sent')
    .execute()
  await requireSecondPerson(
    change,
    payments.map(({ settlement_id }) => settlement_id),
  )
  const inBatch = new Set(payments.map(({ settlement_id }) => settlement_id))
  if ([...rejected.keys()].some((id) => !inBatch.has(id))) throw new Refusal('record.not-found')
  const week = readWeek(batch.week)
  const confirmed = payments.filter(({ settlement_id }) => !rejected.has(settlement_id))
  const returns = await countBatchReturns(change.tx, batchId)
  await settlePayments(
    change,
    week,
    // A file that was marked as paid by mistake is posted under a new key.
    returns === 0 ? `payment:${batchId}` : `payment:${batchId}-${returns + 1}`,
    confirmed.map(({ settlement_id, amount_cents }) => ({ settlementId: settlement_id, amount: cents(amount_cents) })),
    // The day is today's until the bank's statement shows the real one.
    { note: null, paidOn: change.now.toZonedDateTimeISO(ZONE).toPlainDate() },
  )
  await change.tx
    .updateTable('batch_payments')
    .set({ state: 'confirmed' })
    .where('batch_id', '=', batchId)
    .where('settlement_id', '=', anyOf(confirmed.map(({ settlement_id }) => settlement_id)))
    .execute()
  for (const [settlementId, reason] of rejected) {
    await change.tx.updateTable('settlements').set({ state: 'approved' }).where('id', '=', settlementId).execute()
    await change.tx
      .updateTable('batch_payments')
      .set({ state: 'rejected', rejected_reason: reason })
      .where('batch_id', '=', batchId)
      .where('settlement_id', '=', settlementId)
      .execute()
  }
  const byAccount = refusedByAccount(rejected, batch.payments)
  await tellOfRefusals(change, [...byAccount], 'refused')
  const state = rejected.size > 0 ? 'partly-rejected' : 'confirmed'
  await closeBatch(change, batchId, state)
  change.note({
    subject: `batch:${batchId}`,
    before: { state: batch.state },
    after: { state, rejected: rejected.size },
  })
  return week
}

/**
 * Tells the drivers of these statements that the bank refused their payment for the account's sake, or that it did not after
 * all.
 */
export async function tellOfRefusals(
  change: Change,
  settlementIds: readonly string[],
  how: 'refused' | 'waits',
): Promise<void> {
  if (settlementIds.length === 0) return
  const told = await change.tx
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .where('id', '=', anyOf(settlementIds))
    .orderBy('week')
    .orderBy('driver_id')
    .execute()
  const currentOf = await currentDrivers(
    told.map(({ driver_id }) => driver_id),
    change.tx,
  )
  for (const [week, own] of Map.groupBy(told, (statement) => statement.week as Week)) {
    const drivers = new Set(own.map(({ driver_id }) => currentOf(driver_id)))
    await tellByMailToo(change, [...drivers], { kind: 'payment-returned', week, how })
  }
}

async function countBatchReturns(tx: Tx, batchId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_returns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Voids a file that was not sent: its settlements are approved again and may go into another batch. Refuses
 * `batch.not-open`, and `batch.partly-paid` once the bank's statement showed that some of it was paid.
 */
export async function voidBatch(change: Change, batchId: number, reason: string): Promise<Week> {
  const batch = await openBatch(change.tx, batchId)
  const payments = await change.tx
    .selectFrom('batch_payments')
    .select(['settlement_id', 'state'])
    .where('batch_id', '=', batchId)
    .execute()
  if (payments.some(({ state }) => state === 'confirmed' || state === 'returned'))
    throw new Refusal('batch.partly-paid')
  await change.tx
    .updateTable('settlements')
    .set({ state: 'approved' })
    .where('id', '=', anyOf(payments.map(({ settlement_id }) => settlement_id)))
    .where('state', '=', 'in-batch')
    .execute()
  // What the bank or the office rejected stays rejected, also when the file is opened again.
  await change.tx
    .updateTable('batch_payments')
    .set({ state: 'void' })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sent')
    .execute()
  await closeBatch(change, batchId, 'void', reason)
  change.note({ subject: `batch:${batchId}`, before: { state: batch.state }, after: { state: 'void', reason } })
  return batch.week as Week
}

/**
 * Pays settlements: each is marked as paid on a day, posted on it, and its driver is told. `key` is unique to this
 * act.
 */
export async function settlePayments(
  change: Change,
  week: Week,
  key: string,
  payments: readonly { settlementId: string; amount: Cents }[],
  { note, paidOn, tells = true }: { note: string | null; paidOn: Temporal.PlainDate; tells?: boolean },
) {
  await settleEach(
    change,
    week,
    payments.map((payment) => ({ ...payment, key, paidOn })),
    { note, tells },
  )
}

/**
 * Pays settlements of a week by several acts as `settlePayments` does, each with its own key and day. `tells`: whether
 * their drivers are told.
 */
export async function settleEach(
  change: Change,
  week: Week,
  payments: readonly { settlementId: string; amount: Cents; key: string; paidOn: Temporal.PlainDate }[],
  { note, tells = true }: { note: string | null; tells?: boolean },
) {
  const ids = payments.map(({ settlementId }) => settlementId)
  const days = payments.map(({ paidOn }) => paidOn.toString())
  const made = sql<{ id: string; day: string }>`unnest(${ids}::uuid[], ${days}::date[])`.as<'made'>(sql`made (id, day)`)
  const paid = await change.tx
    .updateTable('settlements')
    .from(made)
    .set((row) => ({
      state: 'paid',
      paid_at: change.now.toString(),
      paid_by: change.actor.uid,
      paid_on: row.ref('made.day'),
      payment_note: note,
    }))
    .whereRef('settlements.id', '=', 'made.id')
    .returning(['settlements.id', 'driver_id'])
    .execute()
  const driverOf = new Map(paid.map(({ id, driver_id }) => [id, driver_id]))
  if (tells)
    await tellByMailToo(
      change,
      paid.map(({ driver_id }) => driver_id),
      { kind: 'statement-paid', week },
    )
  await postJournals(
    change,
    payments.map(({ settlementId, amount, key, paidOn }) => ({
      key: `${key}:${settlementId}`,
      kind: 'payment',
      driverId: requireValue(driverOf, settlementId),
      week,
      effectiveOn: paidOn,
      postings: paymentPostings(amount),
    })),
  )
}

/** Ids as one array parameter: a fleet has more of them than a statement may have parameters. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${[...ids]}::uuid[])`
}

async function openBatch(tx: Tx, batchId: number) {
  if (!Number.isSafeInteger(batchId)) throw new Refusal('record.not-found')
  const query = tx.selectFrom('payment_batches').selectAll().where('id', '=', batchId)
  const known = await query.executeTakeFirst()
  if (!known) throw new Refusal('record.not-found')
  await lockWeeks(tx, [known.week as Week])
  const batch = await query.forUpdate().executeTakeFirstOrThrow()
  if (batch.state !== 'exported') throw new Refusal('batch.not-open')
  return batch
}

async function closeBatch(change: Change, batchId: number, state: string, note = '') {
  await closeBatches(change, [batchId], state, note)
}

export async function closeBatches(change: Change, batches: readonly number[], state: string, note = '') {
  if (batches.length === 0) return
  await change.tx
    .updateTable('payment_batches')
    .set({ state, closed_at: change.now.toString(), closed_by: change.actor.uid, note })
    .where('id', '=', sql<number>`any(${[...batches]}::bigint[])`)
    .execute()
}

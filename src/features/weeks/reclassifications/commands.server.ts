import { inParts } from '#db/parts.ts'
import { firstOf } from '#domain/certain.ts'
import { CLASSES, reclassPostings } from '#domain/ledger.ts'
import { type Cents, minus, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { lockBalances, postJournals, reverseJournal } from '#features/ledger/commands.server.ts'
import { getReclassification, getUnclassified, readSuspense, debitAndCredit } from './queries.server.ts'
import type { Unclassified } from './schema.ts'

type Reclassification = {
  side: keyof Unclassified
  account: (typeof CLASSES)[number]
  /** In cents, more than zero. */
  amount: Cents
  reason: string
  /** The day of the reclassification in the books; today when absent. */
  on?: Temporal.PlainDate
}

/**
 * Moves an amount that waits in `suspense` to the account it belongs to. Refuses `reclassification.too-much` for more
 * than waits on that side, and what `saveAttachment` refuses. Answers its id.
 */
export async function reclassify(change: Change, reclassification: Reclassification, paper?: File): Promise<string> {
  await lockBalances(change.tx)
  const unclassified = (await getUnclassified(change.tx))[reclassification.side]
  if (reclassification.amount > unclassified) throw new Refusal('reclassification.too-much')
  const file = await saveAttachment(change.tx, paper)
  const id = firstOf(await writeReclassifications(change, [{ ...reclassification, file }]))
  change.note(reclassificationNote(reclassification, file))
  return id
}

/**
 * Locks what is in `suspense`, before amounts are booked there that are moved on at once; answers a function that
 * refuses one of them as `reclassify` does: what earlier ones brought, they took away again.
 */
export async function lockSuspense(
  change: Change,
): Promise<(booking: Pick<Reclassification, 'side' | 'amount'>) => void> {
  await lockBalances(change.tx)
  const suspense = await readSuspense(change.tx)
  return ({ side, amount }) => {
    const booked = { ...suspense, [side]: sum([suspense[side], amount]) }
    if (amount > debitAndCredit(booked.credit, booked.debit)[side]) throw new Refusal('reclassification.too-much')
  }
}

type Attachment = Awaited<ReturnType<typeof saveAttachment>>

/** Writes and posts reclassifications, and answers their ids. The caller notes them: `reclassificationNote`. */
export async function writeReclassifications(
  change: Change,
  all: readonly (Reclassification & { file?: Attachment })[],
): Promise<string[]> {
  const signed = all.map((reclassification) => ({
    ...reclassification,
    moved: reclassification.side === 'credit' ? reclassification.amount : minus(reclassification.amount),
  }))
  const rows = signed.map(({ account, moved, reason, file }) => ({
    account,
    amount_cents: moved,
    reason,
    file_sha256: file?.sha256 ?? null,
    file_name: file?.name ?? null,
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  const ids: string[] = []
  for (const part of inParts(rows)) {
    const written = await change.tx.insertInto('reclassifications').values(part).returning('id').execute()
    ids.push(...written.map(({ id }) => id))
  }
  await postJournals(
    change,
    signed.map(({ account, moved, on }, at) => ({
      key: `reclass:${ids[at] ?? ''}`,
      kind: 'reclass',
      driverId: null,
      week: null,
      effectiveOn: on ?? today(change),
      postings: reclassPostings(account, moved),
    })),
  )
  return ids
}

/** The fields of a reclassification for the log. */
export function reclassificationNote(
  { account, side, amount, reason }: Reclassification,
  file: Attachment = null,
): Parameters<Change['note']>[0] {
  return { subject: 'account:suspense', after: { account, side, amount, reason, file: file?.name ?? null } }
}

/**
 * Moves it back into `suspense`, today or on a day, with the exact negative. Refuses `record.not-found` and
 * `reclassification.taken-back`.
 */
export async function takeBackReclassification(
  change: Change,
  id: string,
  reason: string,
  on: Temporal.PlainDate = today(change),
): Promise<void> {
  await lockBalances(change.tx)
  const { account, amount, isTakenBack } = await getReclassification(id, change.tx)
  if (isTakenBack) throw new Refusal('reclassification.taken-back')
  await change.tx
    .insertInto('reclassification_reversals')
    .values({ reclassification_id: id, reason, created_at: change.now.toString(), created_by: change.actor.uid })
    .execute()
  await reverseJournal(change, `reclass:${id}`, on)
  change.note({
    subject: 'account:suspense',
    before: { account, amount },
    after: { takenBack: true, reason },
  })
}

function today({ now }: Change): Temporal.PlainDate {
  return now.toZonedDateTimeISO(ZONE).toPlainDate()
}

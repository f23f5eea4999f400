import { CLASSES, reclassPostings } from '#domain/ledger.ts'
import { type Cents, minus } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { lockBalances, postJournal, reverseJournal } from '#features/ledger/commands.server.ts'
import { getReclassification, getUnclassified } from './queries.server.ts'
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
 * than waits on that side, and what `keepAttachment` refuses. Answers its id.
 */
export async function reclassify(
  change: Change,
  { side, account, amount, reason, on }: Reclassification,
  paper?: File,
): Promise<string> {
  await lockBalances(change.tx)
  const unclassified = (await getUnclassified(change.tx))[side]
  if (amount > unclassified) throw new Refusal('reclassification.too-much')
  const kept = await keepAttachment(change.tx, paper)
  const signed = side === 'credit' ? amount : minus(amount)
  const { id } = await change.tx
    .insertInto('reclassifications')
    .values({
      account,
      amount_cents: signed,
      reason,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postJournal(change, {
    key: `reclass:${id}`,
    kind: 'reclass',
    driverId: null,
    week: null,
    effectiveOn: on ?? today(change),
    postings: reclassPostings(account, signed),
  })
  change.note({ subject: 'account:suspense', after: { account, side, amount, reason, file: kept?.name ?? null } })
  return id
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

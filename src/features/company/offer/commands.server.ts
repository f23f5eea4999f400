import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { findOffer } from './queries.server.ts'
import { type OfferInput, offerRecord } from './schema.ts'

/**
 * Saves the offer of the form; public pages change at once. `version` is the one that the form was made from, 0 for
 * the first time. Refuses `record.changed-meanwhile` when somebody else has saved since, and `offer.hiring-past` for
 * a new last day of a job posting that has passed.
 */
export async function saveOffer(change: Change, input: OfferInput): Promise<void> {
  await change.tx.selectFrom('offer').select('version').forUpdate().executeTakeFirst()
  const before = await findOffer(change.tx)
  if ((before?.version ?? 0) !== input.version) throw new Refusal('record.changed-meanwhile')

  const today = change.now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().toString()
  // A posting that has ended may keep its day, so that the rest of the offer can be saved.
  const isNewDay = input.hiringUntil !== (before?.hiringUntil ?? null)
  if (isNewDay && input.hiringUntil !== null && input.hiringUntil < today) throw new Refusal('offer.hiring-past')
  const values = {
    ...offerRecord.columns(input),
    hiring_since: input.hiringUntil === null ? null : openSince(before, today),
    version: input.version + 1,
    updated_at: change.now.toString(),
  }
  const written = before
    ? await change.tx.updateTable('offer').set(values).returning('version').executeTakeFirst()
    : await change.tx
        .insertInto('offer')
        .values(values)
        .onConflict((conflict) => conflict.column('single').doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')
  change.note({
    subject: 'offer',
    before: before ? offerRecord.only(before) : null,
    after: offerRecord.only(input),
  })
}

/** The first day of a job posting: an open posting keeps its day; one that has ended begins again today. */
function openSince(before: { hiringSince: string | null; hiringUntil: string | null } | null, today: string): string {
  const { hiringSince = null, hiringUntil = null } = before ?? {}
  return hiringSince !== null && hiringUntil !== null && hiringUntil >= today ? hiringSince : today
}

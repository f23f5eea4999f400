import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { findOffer } from './queries.server.ts'
import { type OfferInput, offerRecord } from './schema.ts'

/**
 * Keeps the offer as the form has it; public pages follow at once. `version` is the one the form was made from, 0 for the
 * first time. Refuses `record.changed-meanwhile` when somebody else has saved since.
 */
export async function saveOffer(deed: Deed, input: OfferInput): Promise<void> {
  await deed.tx.selectFrom('offer').select('version').forUpdate().executeTakeFirst()
  const before = await findOffer(deed.tx)
  if ((before?.version ?? 0) !== input.version) throw new Refusal('record.changed-meanwhile')

  const today = deed.now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().toString()
  const values = {
    ...offerRecord.columns(input),
    hiring_since: input.hiringUntil === null ? null : openSince(before, today),
    version: input.version + 1,
    updated_at: deed.now.toString(),
  }
  const written = before
    ? await deed.tx.updateTable('offer').set(values).returning('version').executeTakeFirst()
    : await deed.tx
        .insertInto('offer')
        .values(values)
        .onConflict((conflict) => conflict.column('single').doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')
  deed.note({
    subject: 'offer',
    before: before ? offerRecord.only(before) : null,
    after: offerRecord.only(input),
  })
}

/** A place that is still open goes on from its first day; one that ended begins anew. */
function openSince(before: { hiringSince: string | null; hiringUntil: string | null } | null, today: string): string {
  const { hiringSince = null, hiringUntil = null } = before ?? {}
  return hiringSince !== null && hiringUntil !== null && hiringUntil >= today ? hiringSince : today
}

import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { Session, SessionOwner } from '#features/sessions/queries.server.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'

/**
 * A form, its address, and the page it was typed on. `body` is the form as it was sent, without its files: the page asks
 * for those again.
 */
export type HeldForm = { path: string; back: string; body: string; hasFiles: boolean }

const HELD_FOR = { minutes: 10 }
const PURPOSE = 'held form'

/** Holds a form of a session under a ticket until the person has signed in again; deletes an earlier one. */
export async function holdForm(
  ticket: string,
  { id, user }: SessionOwner,
  { path, back, body, hasFiles }: HeldForm,
  now: Temporal.Instant,
): Promise<void> {
  const hash = hashOfSecret(ticket)
  await db.deleteFrom('held_forms').where('expires_at', '<=', moment(now)).execute()
  const held = {
    ticket_hash: hash,
    uid: user.uid,
    path,
    back,
    form_sealed: seal(body, { purpose: PURPOSE, of: hash }),
    has_files: hasFiles,
    is_confirmed: false,
    expires_at: now.add(HELD_FOR).toString(),
  }
  await db
    .insertInto('held_forms')
    .values({ session_id: id, ...held })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(held))
    .execute()
}

/**
 * Moves the held form of an interrupted session to the new one, once the same person has signed in again; answers
 * whether there was one of this person.
 */
export async function confirmHeld(ticket: string, before: SessionOwner, after: Session): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('held_forms')
    .set({ session_id: after.id, is_confirmed: true })
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('session_id', '=', before.id)
    .where('uid', '=', after.user.uid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes a confirmed form to carry it out. A form without files is taken only once. A form with files is taken each time
 * its page is opened, because it is carried out only when it is sent from there. `null` for a form of another session or
 * address, or one that is not confirmed, too old, or taken before.
 */
export async function takeHeld(
  ticket: string,
  { id, user }: Session,
  path: string,
  now: Temporal.Instant,
): Promise<Pick<HeldForm, 'back' | 'body' | 'hasFiles'> | null> {
  const hash = hashOfSecret(ticket)
  const held = await db
    .with('waiting', (with_) =>
      with_
        .selectFrom('held_forms')
        .select(['ticket_hash', 'form_sealed'])
        .where('ticket_hash', '=', hash)
        .where('session_id', '=', id)
        .where('uid', '=', user.uid)
        .where('path', '=', path)
        .where('is_confirmed', '=', true)
        .where('form_sealed', 'is not', null)
        .where('expires_at', '>', moment(now))
        .forUpdate(),
    )
    .updateTable('held_forms')
    .from('waiting')
    .set({ form_sealed: sql<Buffer | null>`case when held_forms.has_files then held_forms.form_sealed end` })
    .whereRef('held_forms.ticket_hash', '=', 'waiting.ticket_hash')
    .returning(['back', 'has_files as hasFiles', 'waiting.form_sealed as sealed'])
    .executeTakeFirst()
  const body = held?.sealed ? unseal(held.sealed, { purpose: PURPOSE, of: hash }) : null
  return held && body !== null ? { back: held.back, hasFiles: held.hasFiles, body } : null
}

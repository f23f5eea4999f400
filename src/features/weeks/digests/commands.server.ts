import type { z } from 'zod'
import { hasPower } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { pushToOffice } from '#features/mail/push/commands.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'
import { getOverview, shownNeed } from '#features/weeks/overview/queries.server.ts'
import { type Need, powerFor } from '#features/weeks/overview/schema.ts'
import { translator } from '#messages/translate.ts'
import { type DueReader, findRhythm, listDueReaders } from './queries.server.ts'
import type { digestInput } from './schema.ts'

/** Sets how often a person of the office wants the digest. Refuses `record.not-found` to anybody else. */
export async function chooseDigest(
  change: Change,
  { uid, role }: { uid: string; role: string },
  { rhythm }: z.output<typeof digestInput>,
): Promise<void> {
  if (role !== 'admin') throw new Refusal('record.not-found')
  const before = await findRhythm(uid, change.tx)
  const chosen = { rhythm, changed_at: change.now.toString() }
  await change.tx
    .insertInto('digest_choices')
    .values({ uid, ...chosen })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(chosen))
    .execute()
  change.note({ subject: `user:${uid}`, before: { rhythm: before }, after: { rhythm } })
}

/**
 * Mails the digest once to everybody to whom it is due. For a reader with nothing waiting no mail is sent, and the day counts as
 * done.
 */
export async function sendDigests(now: Temporal.Instant): Promise<void> {
  if (!(await isNoticeEnabled('digest', 'mail')) || (await listDueReaders(now)).length === 0) return
  const { needs } = await getOverview(now)
  await carryOut({ actor: SYSTEM, action: 'digest.send', now }, async (change) => {
    for (const reader of await listDueReaders(now, change.tx)) {
      const needsOfReader = needs.filter((need) => hasPower(reader, powerFor(need)))
      const done = { uid: reader.uid, day: reader.day, needs: needsOfReader.length, made_at: now.toString() }
      const { numInsertedOrUpdatedRows } = await change.tx
        .insertInto('digests')
        .values(done)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (needsOfReader.length === 0 || !numInsertedOrUpdatedRows) continue
      await mailNeeds(change, reader, needsOfReader)
      change.note({ subject: `user:${reader.uid}`, after: { count: needsOfReader.length, on: reader.day } })
    }
    return null
  })
}

async function mailNeeds(
  change: Change,
  { uid, email, language, name }: DueReader,
  own: readonly Need[],
): Promise<void> {
  const t = translator(language)
  const lines = own.map((need) => {
    const { what, to } = shownNeed(need, t)
    return { what, to }
  })
  const params = { count: lines.length, lines, name }
  await writeMail(change, { template: 'digest', params, recipient: email, language })
  await pushToOffice(change, { event: 'digest', params: JSON.stringify(params) }, uid)
}

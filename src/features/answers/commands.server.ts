import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { addTerms } from '#features/drivers/commands.server.ts'
import { termsInForce } from '#features/drivers/queries.server.ts'
import { forgetKey } from '#features/keys/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { possibleTwins } from '#features/questions/queries.server.ts'
import { takeBackAnomalyAnswer } from '#features/radar/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { removeAssignment } from '#features/vehicles/commands.server.ts'

/**
 * Says of two rows whether they are one passage, for ever: of the same one the second counts nothing. Refuses
 * `record.not-found` when they no longer ask.
 */
export async function answerPassage(
  deed: Deed,
  week: Week,
  { kept, other, isSame }: { kept: string; other: string; isSame: boolean },
): Promise<void> {
  await lockWeeks(deed.tx, [week])
  const pair = possibleTwins(await getWeek(week, deed.tx)).find((one) => one.kept.id === kept && one.other.id === other)
  if (!pair) throw new Refusal('record.not-found')
  const rows = await deed.tx
    .selectFrom('import_rows')
    .select(['id', 'source', 'key'])
    .where('id', 'in', [Number(kept), Number(other)])
    .execute()
  const keyOf = (id: string) => rows.find((row) => String(row.id) === id)!.key
  const keys = { kept_key: keyOf(kept), other_key: keyOf(other) }
  const { id } = await deed.tx
    .insertInto('passage_answers')
    .values({
      source: rows[0]!.source,
      week,
      ...keys,
      is_same: isSame,
      answered_at: deed.now.toString(),
      answered_by: deed.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  deed.note({ subject: `passage:${id}`, after: { ...keys, week, isSame } })
}

/** Both rows count again, and ask again. Refuses `record.not-found`. */
async function takeBackPassage(deed: Deed, id: number): Promise<void> {
  const gone = await deed.tx
    .deleteFrom('passage_answers')
    .where('id', '=', id)
    .returning(['week', 'kept_key', 'other_key', 'is_same as isSame'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  deed.note({ subject: `passage:${id}`, before: gone })
}

/**
 * Agrees with a driver, from a week on, what is in force for another. Refuses `record.not-found` when nothing is, and as
 * `addTerms`.
 */
export async function giveSameTerms(
  deed: Deed,
  week: Week,
  { driverId, like, reason }: { driverId: string; like: string; reason: string },
): Promise<void> {
  const agreed = (await termsInForce(deed.tx, week)).get(like)
  if (!agreed) throw new Refusal('record.not-found')
  await addTerms(deed, driverId, { from: week, terms: agreed.terms, reason })
}

/**
 * The same for all of these drivers who still have nothing agreed; who has by now keeps it. Refuses `record.not-found` when
 * nothing is in force for `like`, and as `addTerms`.
 */
export async function giveAllSameTerms(
  deed: Deed,
  week: Week,
  { drivers, like, reason }: { drivers: readonly string[]; like: string; reason: string },
): Promise<void> {
  const agreed = (await termsInForce(deed.tx, week)).get(like)
  if (!agreed) throw new Refusal('record.not-found')
  await giveFirstTerms(deed, week, { drivers, terms: agreed.terms, reason })
}

/** Agrees these terms, from a week on, with all of these drivers who have nothing agreed; who has by now keeps it. Refuses as `addTerms`. */
export async function giveFirstTerms(
  deed: Deed,
  week: Week,
  { drivers, terms, reason }: { drivers: readonly string[]; terms: Terms; reason: string },
): Promise<void> {
  const inForce = await termsInForce(deed.tx, week)
  for (const driverId of new Set(drivers)) {
    if (!inForce.has(driverId)) await addTerms(deed, driverId, { from: week, terms, reason })
  }
}

/** Takes an answer back, as `GivenAnswer` names it. Refuses `record.not-found` when it is gone already. */
export async function takeBack(deed: Deed, answer: string): Promise<void> {
  const [kind, id = '', of = ''] = answer.split(':')
  if (kind === 'key') return forgetKey(deed, Number(id))
  if (kind === 'passage') return takeBackPassage(deed, Number(id))
  if (kind === 'anomaly') return takeBackAnomalyAnswer(deed, Number(id))
  return removeAssignment(deed, readRecordId(id), readRecordId(of))
}

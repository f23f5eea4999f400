import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { findDutyRules, getDuty } from './queries.server.ts'
import { type DutyKey, type DutyRules, dutyRulesRecord } from './schema.ts'

/** Saves the facts from which the company's duties follow. Duties that were due before the first save are never shown. */
export async function saveDutyRules(change: Change, rules: DutyRules): Promise<void> {
  const before = await findDutyRules(change.tx)
  const values = {
    ...dutyRulesRecord.columns(rules),
    changed_at: change.now.toString(),
    changed_by: change.actor.uid,
  }
  const since = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  await change.tx
    .insertInto('duty_rules')
    .values({ ...values, since })
    .onConflict((conflict) => conflict.column('is_one').doUpdateSet(values))
    .execute()
  change.note({ subject: 'duties', before, after: rules })
}

type DutyAnswer = { doneOn: string | null; note: string; paper?: File | undefined }

/**
 * Notes that a duty was done, or (`doneOn` is `null`) that it does not apply to the company. Refuses `record.not-found`
 * for a duty that the company does not have, `duty.said` when it was noted already, and what `saveAttachment` refuses
 * of the receipt.
 */
export async function noteDuty(change: Change, key: DutyKey, { doneOn, note, paper }: DutyAnswer): Promise<void> {
  const { kind, period, note: said } = await getDuty(key, change.now, change.tx)
  if (said !== null) throw new Refusal('duty.said')
  const kept = await saveAttachment(change.tx, paper)
  await change.tx
    .insertInto('duties_done')
    .values({
      kind,
      period,
      done_on: doneOn,
      note,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      said_at: change.now.toString(),
      said_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'period']).where('withdrawn_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal('duty.said'))
  change.note({ subject: 'duties', after: { duty: kind, period, on: doneOn, note } })
}

/** Opens a duty again. Refuses `record.not-found` when the duty has no note to withdraw. */
export async function withdrawDuty(change: Change, key: DutyKey): Promise<void> {
  const { kind, period } = await getDuty(key, change.now, change.tx)
  const gone = await change.tx
    .updateTable('duties_done')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('kind', '=', kind)
    .where('period', '=', period)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  change.note({ subject: 'duties', after: { duty: kind, period, dutyState: 'open' } })
}

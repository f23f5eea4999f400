import { readAnomalyId } from '#domain/anomaly.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import type { AnomalyAnswer } from './schema.ts'

/**
 * Records the office's answer to an anomaly, which replaces an earlier one. Refuses `record.not-found` for an anomaly
 * of another week, and `week.frozen` once that driver's statement is approved.
 */
export async function answerAnomaly(change: Change, week: Week, anomaly: string, answer: AnomalyAnswer): Promise<void> {
  const about = readAnomalyId(anomaly)
  if (!about || about.week !== week) throw new Refusal('record.not-found')
  const { id: driverId } = await getDriver(readRecordId(about.driverId), change.tx)
  await refuseFrozen(change, week, driverId)
  const values = { answer, answered_at: change.now.toString(), answered_by: change.actor.uid }
  await change.tx
    .insertInto('anomaly_answers')
    .values({ anomaly, kind: about.kind, driver_id: driverId, week, ...values })
    .onConflict((conflict) => conflict.column('anomaly').doUpdateSet(values))
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { anomaly, answer } })
}

async function refuseFrozen({ tx }: Change, week: Week, driverId: string): Promise<void> {
  const frozen = await findFrozen(driverId, week, tx)
  if (frozen && frozen.state !== 'issued') throw new Refusal('week.frozen', { week: weekName(week) })
}

/** Takes an answer back: the anomaly is asked about again. Refuses `record.not-found`, and `week.frozen`. */
export async function takeBackAnomalyAnswer(change: Change, id: number): Promise<void> {
  const withdrawn = await change.tx
    .deleteFrom('anomaly_answers')
    .where('id', '=', id)
    .returning(['anomaly', 'driver_id', 'week', 'answer'])
    .executeTakeFirst()
  if (!withdrawn) throw new Refusal('record.not-found')
  // An answer that holds for every week can be taken back whatever is approved.
  if (withdrawn.answer !== 'always') await refuseFrozen(change, withdrawn.week as Week, withdrawn.driver_id)
  change.note({
    subject: `driver:${withdrawn.driver_id}`,
    before: { anomaly: withdrawn.anomaly, answer: withdrawn.answer },
  })
}

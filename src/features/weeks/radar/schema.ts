import { z } from 'zod'
import type { Anomaly } from '#domain/anomaly.ts'

/** Answers of the office: it is right · the office will talk with the driver · never report this again for this driver. */
export const ANOMALY_ANSWERS = ['right', 'talk', 'always'] as const
export type AnomalyAnswer = (typeof ANOMALY_ANSWERS)[number]

export const anomalyAnswerInput = z.object({
  anomaly: z.string().max(300, 'field.too-long'),
  answer: z.enum(ANOMALY_ANSWERS, 'field.choice'),
})

/** An anomaly for a page: its moments are text. */
export type ShownAnomaly = WithTextMoment<Anomaly>
type WithTextMoment<One> = One extends { at: Temporal.Instant } ? Omit<One, 'at'> & { at: string } : One

/** An anomaly with its answer; `answer` is `null` while nobody has given one. */
export type WatchedAnomaly = {
  anomaly: ShownAnomaly
  answer: { id: number; said: AnomalyAnswer; at: string } | null
}

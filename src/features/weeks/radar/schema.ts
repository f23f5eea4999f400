import { z } from 'zod'
import type { Anomaly } from '#domain/anomaly.ts'

/** What the office can say: as it should be · to be spoken about with the driver · never to be told again of this driver. */
export const ANOMALY_ANSWERS = ['right', 'talk', 'always'] as const
export type AnomalyAnswer = (typeof ANOMALY_ANSWERS)[number]

export const anomalyAnswerInput = z.object({
  anomaly: z.string().max(300, 'field.too-long'),
  answer: z.enum(ANOMALY_ANSWERS, 'field.choice'),
})

/** An anomaly as it travels to a page: moments are text. */
export type ShownAnomaly = Shown<Anomaly>
type Shown<One> = One extends { at: Temporal.Instant } ? Omit<One, 'at'> & { at: string } : One

/** An anomaly with what was said of it; `answer` is `null` while nobody has said anything. */
export type WatchedAnomaly = {
  anomaly: ShownAnomaly
  answer: { id: number; said: AnomalyAnswer; at: string } | null
}

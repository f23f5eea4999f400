import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { AlertKind } from '#domain/position-alert.ts'
import { givenDay, givenLines, inCase, openChoice } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const ALERT_ANSWERS = ['explained', 'ignored', 'theft'] as const
export type AlertAnswer = (typeof ALERT_ANSWERS)[number]

/** An answer that closes an alert. Days are whole days in Lisbon. */
export const answerRecord = record(
  {
    answer: openChoice(ALERT_ANSWERS, (answer) => `page.alerts.answers.${answer}`),
    text: givenLines(500),
    ignoredUntil: inCase(givenDay()),
    heldUntil: inCase(givenDay()),
  },
  (name) => `page.alerts.fields.${name}`,
  ['answer', 'text'],
  { besides: { intent: z.literal('answer') }, cases: { answer: { ignored: ['ignoredUntil'], theft: ['heldUntil'] } } },
)
export type AnswerInput = z.output<typeof answerRecord.input>

export const alertAct = z.union([answerRecord.input, z.object({ intent: z.literal('reopen') })])

/** An alert as the office sees it. Moments as ISO; `driver` is the one who had the car when it began. */
export type Alert = {
  id: number
  vehicleId: string
  plate: string
  kind: AlertKind
  zone: string | null
  driver: DriverName | null
  from: string
  until: string
  notifiedAt: string
  answer: AlertAnswer | null
  text: string | null
  ignoredUntil: string | null
  holdId: number | null
  answeredAt: string | null
  by: string | null
}

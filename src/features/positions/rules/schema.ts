import { z } from 'zod'
import { DUTIES, type Duty, OFF_DUTY, type OffDuty } from '#domain/position.ts'
import { choice, chosen, count, givenDay, openChoice, reason, reference, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The rules of the operator. `recordsSince` is `null` where nothing is recorded. */
export type PositionSettings = {
  recordsSince: string | null
  keepsDays: number
  duty: Duty
  offDuty: OffDuty
  asksReason: boolean
}

/** Before anybody said anything. */
export const UNSET: PositionSettings = {
  recordsSince: null,
  keepsDays: 7,
  duty: 'shift',
  offDuty: 'drop',
  asksReason: false,
}

/** How a driver came to know: read in the own area, or told by the office on a day. */
export type NoticeWay = 'read' | 'told'

export const rulesRecord = record(
  {
    records: tick(),
    keepsDays: count(1, 30, 'field.kept-days'),
    duty: openChoice(DUTIES, (duty) => `page.positions.duties.${duty}`),
    offDuty: openChoice(OFF_DUTY, (what) => `page.positions.offDuties.${what}`),
    asksReason: tick(),
  },
  (name) => `page.positions.fields.${name}`,
)
export type RulesInput = z.output<typeof rulesRecord.input>

/** On which day the office told some drivers. */
export const toldInput = z.object({ drivers: chosen(), on: givenDay('fleet', { until: 'today' }) })
export type ToldInput = z.output<typeof toldInput>

export const HOLD_KINDS = ['theft', 'accident', 'proof'] as const

/** What is kept longer of a car; `until` is the last day. */
export const holdRecord = record(
  {
    vehicleId: reference('page.positions.holds.noCar'),
    kind: choice(HOLD_KINDS, (kind) => `page.positions.holds.kinds.${kind}`),
    from: givenDay('fleet', { until: 'today' }),
    until: givenDay(),
    reason: reason(),
  },
  (name) => `page.positions.holds.fields.${name}`,
)
export type HoldInput = z.output<typeof holdRecord.input>

export type Hold = {
  id: number
  vehicleId: string
  plate: string
  kind: (typeof HOLD_KINDS)[number]
  reason: string
  from: string
  until: string
  by: string | null
}

/** What a driver does on the own page. */
export const ownAct = z.object({ intent: z.enum(['read', 'private', 'public']) })

import { z } from 'zod'
import { DUTIES, type Duty, OFF_DUTY, type OffDuty } from '#domain/position.ts'
import { choice, chosenIds, count, givenDay, openChoice, reason, reference, tick } from '#forms/fields.ts'
import type { NightHours } from '#domain/position-alert.ts'
import { record } from '#forms/record.ts'

/** The operator's rules. `recordsSince` is `null` where nothing is recorded. */
export type PositionSettings = {
  recordsSince: string | null
  keepsDays: number
  duty: Duty
  offDuty: OffDuty
  asksReason: boolean
  /** Whether the office is told of a car that moves while nobody has it. */
  tellsUnheld: boolean
  /** Hours in which no car is expected to move; `null`: at any hour any car may. */
  night: NightHours | null
  /** The moment up to which fixes were looked through. */
  watchedAt: string | null
}

/** The rules before anybody set them. */
export const UNSET: PositionSettings = {
  recordsSince: null,
  keepsDays: 7,
  duty: 'shift',
  offDuty: 'drop',
  asksReason: false,
  tellsUnheld: true,
  night: null,
  watchedAt: null,
}

/** How a driver was notified: by reading it in their area, or by the office on a day. */
export type NoticeWay = 'read' | 'told'

/** "1-5": from one o'clock up to five; empty for no night. */
function nightHours() {
  return z
    .string()
    .default('')
    .transform((typed, ctx): NightHours | null => {
      if (typed.trim() === '') return null
      const [, from = '', until = ''] = /^\s*(\d{1,2})\s*h?\s*[-–]\s*(\d{1,2})\s*h?\s*$/.exec(typed) ?? []
      const hours = { from: Number(from), until: Number(until) }
      if (from !== '' && hours.from < 24 && hours.until < 24 && hours.from !== hours.until) return hours
      ctx.addIssue({ code: 'custom', message: 'field.night-hours' })
      return z.NEVER
    })
    .meta({
      field: {
        control: 'text',
        longest: 20,
        example: '1-5',
        // The log shows it as it was typed.
        typed: (kept: NightHours | string | null) =>
          typeof kept === 'string' ? kept : kept ? `${kept.from}-${kept.until}` : '',
      },
    })
}

export const rulesRecord = record(
  {
    records: tick(),
    keepsDays: count(1, 30, 'field.kept-days'),
    duty: openChoice(DUTIES, (duty) => `page.positions.duties.${duty}`),
    offDuty: openChoice(OFF_DUTY, (what) => `page.positions.offDuties.${what}`),
    asksReason: tick(),
    tellsUnheld: tick(),
    night: nightHours(),
  },
  (name) => `page.positions.fields.${name}`,
  undefined,
  { logged: 'positions' },
)
export type RulesInput = z.output<typeof rulesRecord.input>

/** The day on which the office notified some drivers. */
export const notifiedRecord = record(
  { on: givenDay('fleet', { until: 'today' }) },
  () => 'page.positions.told.noteDay',
  undefined,
  { besides: { drivers: chosenIds() } },
)
export const notifiedInput = notifiedRecord.input
export type NotifiedInput = z.output<typeof notifiedInput>

export const HOLD_KINDS = ['theft', 'accident', 'proof'] as const

/** A hold on a car's positions; `until` is its last day. */
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

/** The acts of a driver on their own page. */
export const ownAct = z.object({ intent: z.enum(['read', 'private', 'public']) })

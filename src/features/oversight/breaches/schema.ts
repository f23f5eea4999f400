import { countOrNone, line, lines, moment, openChoice, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const labelOf = (name: Field) => `page.privacy.breaches.fields.${name}` as const
type Field = 'knownAt' | 'happened' | 'data' | 'peopleKinds' | 'peopleCount' | 'effects' | 'measures'

/** The facts of a breach; they may be added step by step. */
export const breachRecord = record(
  {
    knownAt: moment({ until: 'today' }),
    happened: line(300),
    data: line(300),
    peopleKinds: line(200),
    peopleCount: countOrNone(0, 10_000_000),
    effects: lines(1_000),
    measures: lines(1_000),
  },
  labelOf,
  ['knownAt', 'happened', 'data', ['peopleKinds', 'peopleCount'], 'effects', 'measures'],
  { logged: 'data-breach' },
)

const WHOM = ['authority', 'people'] as const
export type Whom = (typeof WHOM)[number]

/** Whether the authority or the people were notified, or why not: either settles that question. */
export const tellingRecord = record(
  {
    whom: openChoice(WHOM, (whom) => `page.privacy.breaches.whom.${whom}`),
    told: tick(),
    why: text(500),
  },
  (name) => `page.privacy.breaches.fields.${name}`,
)
/** Requires a reason where nobody was notified. */
export const tellingInput = tellingRecord.input.refine(({ told: isNotified, why }) => isNotified || why !== '', {
  path: ['why'],
  error: 'field.required',
})

export const BREACH_STATES = ['late', 'running', 'told', 'closed'] as const
export type BreachState = (typeof BREACH_STATES)[number]

/** A breach as its page and the list show it. Moments are ISO. */
export type Breach = {
  id: string
  knownAt: string
  happened: string
  data: string
  peopleKinds: string
  peopleCount: number | null
  effects: string
  measures: string
  by: string
  /** Whole hours in which the authority has to be notified; negative once they are over. */
  hoursLeft: number
  state: BreachState
  authorityNotifiedAt: string | null
  authorityWhy: string
  peopleNotifiedAt: string | null
  peopleWhy: string
  closedAt: string | null
}

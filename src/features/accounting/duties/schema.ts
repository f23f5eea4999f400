import { type DutyFacts, type DutyKind, VAT_PERIODS } from '#domain/duty.ts'
import { day, givenDay, line, openChoice, paper, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const labelOf = (name: 'vat' | 'employs' | 'withholds' | 'invoices' | 'managersRecordOn') =>
  `page.duties.rules.${name}` as const

/** The facts of the company that decide its duties. The licence is kept in the company's own record. */
export const dutyRulesRecord = record(
  {
    vat: openChoice(VAT_PERIODS, (period) => `page.duties.vats.${period}`),
    employs: tick(),
    withholds: tick(),
    invoices: tick(),
    managersRecordOn: day('fleet', { until: 'today' }),
  },
  labelOf,
  undefined,
  { logged: 'duties' },
)
export type DutyRules = Omit<DutyFacts, 'licenceUntil'>

/** The form that says that a duty was done, with the receipt of it. */
export const dutyDoneRecord = record(
  { doneOn: givenDay('fleet', { until: 'today' }), note: text(200), paper: paper() },
  (name) => `page.duties.done.${name}`,
)
/** The form that says why a duty does not apply to the company. */
export const dutyNoneRecord = record({ note: line(200) }, () => 'page.duties.none.note')

/** What was noted of a duty. `on` is `null` when it does not apply to the company; days are ISO days. */
export type DutyNote = { on: string | null; note: string; file: string | null; by: string | null }

export const DUTY_STATES = ['late', 'soon', 'open', 'done', 'none'] as const
export type DutyState = (typeof DUTY_STATES)[number]

/** One duty of a year; `by` is its due date, an ISO day. */
export type DutyRow = { kind: DutyKind; period: string; by: string; state: DutyState; note: DutyNote | null }

/** The duty that an address names. */
export type DutyKey = { year: number; kind: string; period: string }

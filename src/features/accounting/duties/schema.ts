import { type DutyFacts, type DutyKind, VAT_PERIODS } from '#domain/duty.ts'
import { day, givenDay, line, openChoice, paper, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const word = (name: 'vat' | 'employs' | 'withholds' | 'invoices' | 'managersRecordOn') =>
  `page.duties.rules.${name}` as const

/** What the company has, as far as it decides what it has to do. The licence is the company's own record. */
export const dutyRulesRecord = record(
  {
    vat: openChoice(VAT_PERIODS, (period) => `page.duties.vats.${period}`),
    employs: tick(),
    withholds: tick(),
    invoices: tick(),
    managersRecordOn: day('fleet', { until: 'today' }),
  },
  word,
  undefined,
  { logged: 'duties' },
)
export type DutyRules = Omit<DutyFacts, 'licenceUntil'>

/** The form that says that a duty was done, with the receipt of it. */
export const dutyDoneRecord = record(
  { doneOn: givenDay('fleet', { until: 'today' }), note: text(200), paper: paper() },
  (name) => `page.duties.done.${name}`,
)
/** Why it is none of the company's. */
export const dutyNoneRecord = record({ note: line(200) }, () => 'page.duties.none.note')

/** What was said of a duty. `on` is `null` where it is none of the company's; days are ISO days. */
export type DutySaid = { on: string | null; note: string; file: string | null; by: string | null }

export const DUTY_STATES = ['late', 'soon', 'open', 'done', 'none'] as const
export type DutyState = (typeof DUTY_STATES)[number]

/** One duty of a year; `by` is an ISO day. */
export type DutyRow = { kind: DutyKind; period: string; by: string; state: DutyState; said: DutySaid | null }

/** Which duty of which year an address names. */
export type DutyKey = { year: number; kind: string; period: string }

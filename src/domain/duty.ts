import type { LawId } from './law.ts'
import { isWorkingDay } from './working-days.ts'

/** How often the company files its VAT return. */
export const VAT_PERIODS = ['month', 'quarter', 'none'] as const
export type VatPeriod = (typeof VAT_PERIODS)[number]

/** Facts that decide which duties a company has. Days are ISO days; `null` where unknown. */
export type DutyFacts = {
  vat: VatPeriod
  /** Whether the company employs people. */
  employs: boolean
  /** Whether the company withholds income tax from those it pays. */
  withholds: boolean
  /** Whether the company issues invoices, whose data go to the tax authority each month. */
  invoices: boolean
  /** Day on which IMT was last sent the criminal records of the managers. */
  managersRecordOn: string | null
  /** Last day of the operator's licence. */
  licenceUntil: string | null
}

export const DUTY_KINDS = [
  'invoices',
  'pay-return',
  'vat-return',
  'withheld-payment',
  'vat-payment',
  'contributions',
  'withheld-certificates',
  'paid-return',
  'work-report',
  'profit-return',
  'company-accounts',
  'profit-advance',
  'owners',
  'managers-record',
  'licence-renewal',
] as const satisfies readonly LawId[]
export type DutyKind = (typeof DUTY_KINDS)[number]

/**
 * A duty and its day. `period` is what it is for: a month (`2026-09`), a quarter (`2026-Q3`), a year (`2025`), or for
 * an advance payment its number in the year (`2026-1`). `by` is the day of the law, moved to the next working day.
 */
export type Duty = { kind: DutyKind; period: string; by: Temporal.PlainDate }

/**
 * Lists the duties of a company in a year, the earliest first; those due in January may be for the year before. The
 * days are those of the Portal das Finanças and of Segurança Social for 2026; the government may put one off by
 * dispatch.
 */
export function dutiesOf(year: number, facts: DutyFacts): Duty[] {
  return inOrder(allOf(year, facts))
}

/**
 * Lists the duties of a year as `dutiesOf` does, for a company that may have changed how often it returns VAT. `noted`
 * has the duties that were answered, as `vat-return 2026-07`: they stay, and a quarter that was begun in the former way
 * goes on in it.
 */
export function dutiesGoingOn(year: number, facts: DutyFacts, noted: ReadonlySet<string>): Duty[] {
  const current = allOf(year, facts)
  const former = (['month', 'quarter'] as const)
    .filter((vat) => vat !== facts.vat)
    .flatMap((vat) => allOf(year, { ...facts, vat }).filter(isVat))
  const isNoted = ({ kind, period }: Duty) => noted.has(`${kind} ${period}`)
  const begun = [...noted].flatMap((name) => /^vat-\w+ (?<period>.+)$/.exec(name)?.groups?.['period'] ?? [])
  const quartersOf = (vat: VatPeriod) =>
    new Set(begun.filter((period) => period.includes('Q') === (vat === 'quarter')).map(quarterOf))
  const [byMonth, byQuarter] = [quartersOf('month'), quartersOf('quarter')]
  const goesOn = ({ period }: Duty) => {
    const quarter = quarterOf(period)
    if (facts.vat === 'quarter') return byMonth.has(quarter) && !byQuarter.has(quarter)
    return facts.vat === 'month' && byQuarter.has(quarter) && !byMonth.has(quarter)
  }
  return inOrder([
    ...current.filter((duty) => !isVat(duty) || isNoted(duty) || !goesOn(duty)),
    ...former.filter((duty) => isNoted(duty) || goesOn(duty)),
  ])
}

function isVat({ kind }: Duty): boolean {
  return kind === 'vat-return' || kind === 'vat-payment'
}

/** The quarter of a period of VAT, which is a month or a quarter. */
function quarterOf(period: string): string {
  const [year, part = ''] = period.split('-')
  return part.startsWith('Q') ? period : `${year}-Q${Math.ceil(Number(part) / 3)}`
}

function allOf(year: number, facts: DutyFacts): Duty[] {
  const monthly = Array.from({ length: 12 }, (_, at) => at + 1)
  return [
    ...monthly.flatMap((month) => dutiesOfMonth(Temporal.PlainYearMonth.from({ year, month }), facts)),
    ...dutiesOfYear(year, facts),
  ]
}

function inOrder(duties: readonly Duty[]): Duty[] {
  return duties.toSorted(
    (a, b) =>
      Temporal.PlainDate.compare(a.by, b.by) ||
      DUTY_KINDS.indexOf(a.kind) - DUTY_KINDS.indexOf(b.kind) ||
      (a.period < b.period ? -1 : 1),
  )
}

/** Lists the duties of a month. In August everything may wait until its last day (art. 57.º-A LGT), and VAT until September. */
function dutiesOfMonth(due: Temporal.PlainYearMonth, { vat, employs, withholds, invoices }: DutyFacts): Duty[] {
  const last = due.subtract({ months: 1 }).toString()
  const until = (day: number) => (due.month === 8 ? endOf(due) : workingDayFrom(due.toPlainDate({ day })))
  return [
    ...(invoices ? [{ kind: 'invoices' as const, period: last, by: until(5) }] : []),
    ...(employs ? [{ kind: 'pay-return' as const, period: last, by: until(10) }] : []),
    ...(withholds || employs ? [{ kind: 'withheld-payment' as const, period: last, by: until(20) }] : []),
    ...(employs ? [{ kind: 'contributions' as const, period: last, by: until(25) }] : []),
    ...vatPeriods(due, vat).flatMap((period): Duty[] => [
      { kind: 'vat-return', period, by: workingDayFrom(due.toPlainDate({ day: 20 })) },
      { kind: 'vat-payment', period, by: workingDayFrom(due.toPlainDate({ day: 25 })) },
    ]),
  ]
}

/**
 * Answers the periods whose VAT return is due in a month: the second month before; that of June, which would be due in
 * August, is due in September.
 */
function vatPeriods(due: Temporal.PlainYearMonth, vat: VatPeriod): string[] {
  if (vat === 'none' || due.month === 8) return []
  const months = [...(due.month === 9 ? [due.subtract({ months: 3 })] : []), due.subtract({ months: 2 })]
  if (vat === 'month') return months.map(String)
  return months.filter(({ month }) => month % 3 === 0).map((end) => `${end.year}-Q${end.month / 3}`)
}

function dutiesOfYear(year: number, facts: DutyFacts): Duty[] {
  const day = (month: number, date: number) => workingDayFrom(Temporal.PlainDate.from({ year, month, day: date }))
  const before = String(year - 1)
  const withheld = facts.withholds || facts.employs
  return [
    ...(withheld ? [{ kind: 'withheld-certificates' as const, period: before, by: day(1, 20) }] : []),
    ...(facts.withholds
      ? [
          {
            kind: 'paid-return' as const,
            period: before,
            by: workingDayFrom(endOf(Temporal.PlainYearMonth.from({ year, month: 2 }))),
          },
        ]
      : []),
    ...(facts.employs ? [{ kind: 'work-report' as const, period: before, by: day(4, 15) }] : []),
    // The law sets these two days even if they are no working days.
    { kind: 'profit-return', period: before, by: Temporal.PlainDate.from({ year, month: 5, day: 31 }) },
    { kind: 'company-accounts', period: before, by: Temporal.PlainDate.from({ year, month: 7, day: 15 }) },
    { kind: 'profit-advance', period: `${year}-1`, by: day(7, 31) },
    { kind: 'profit-advance', period: `${year}-2`, by: day(9, 30) },
    { kind: 'profit-advance', period: `${year}-3`, by: day(12, 15) },
    { kind: 'owners', period: String(year), by: day(12, 31) },
    ...yearly(year, facts.managersRecordOn),
    ...renewal(year, facts.licenceUntil),
  ]
}

/** Lists when the managers' records go to IMT: a year after the last time. */
function yearly(year: number, last: string | null): Duty[] {
  if (last === null) return []
  const sent = Temporal.PlainDate.from(last)
  if (year <= sent.year) return []
  return [{ kind: 'managers-record', period: String(year), by: sent.add({ years: year - sent.year }) }]
}

/** Months before the operator's licence ends in which its renewal is requested. */
const RENEWAL_MONTHS = 6

function renewal(year: number, until: string | null): Duty[] {
  if (until === null) return []
  const end = Temporal.PlainDate.from(until)
  const by = end.subtract({ months: RENEWAL_MONTHS })
  return by.year === year ? [{ kind: 'licence-renewal', period: until, by }] : []
}

/** Answers the day itself, or the first working day after it. */
function workingDayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  let workDay = day
  while (!isWorkingDay(workDay)) workDay = workDay.add({ days: 1 })
  return workDay
}

function endOf(month: Temporal.PlainYearMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: month.daysInMonth })
}

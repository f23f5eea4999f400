import type { DutyKind } from '#domain/duty.ts'
import type { DutyRow, DutyState } from '#features/accounting/duties/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatMonth } from '#messages/dates.ts'
import type { StateTone } from '#web/ui/state.tsx'

export const TONES: Readonly<Record<DutyState, StateTone>> = {
  late: 'bad',
  soon: 'warn',
  open: 'todo',
  done: 'ok',
  none: 'plain',
}

/** The period of a duty: `Setembro de 2026`, `3.º trimestre de 2026`. */
export function periodWords({ kind, period }: Pick<DutyRow, 'kind' | 'period'>, t: Translator): string {
  if (kind === 'licence-renewal') return t('page.duties.of.licence', { day: formatDayShort(period, t.language) })
  const [year = '', part] = period.split('-')
  if (part === undefined) return t('page.duties.of.year', { year })
  if (kind === 'profit-advance') return t('page.duties.of.advance', { year, place: part })
  if (part.startsWith('Q')) return t('page.duties.of.quarter', { year, quarter: part.slice(1) })
  return formatMonth(period, t.language)
}

export function dutyName(of: Pick<DutyRow, 'kind' | 'period'>, t: Translator): string {
  const period = periodWords(of, t)
  return t('page.duties.name', {
    what: t(`page.duties.kinds.${of.kind}`),
    period: t.language === 'pt' ? period.toLowerCase() : period,
  })
}

type Prepared = 'month' | 'vat' | 'months' | 'papers'

const PREPARED: Readonly<Partial<Record<DutyKind, Prepared>>> = {
  'vat-return': 'vat',
  'vat-payment': 'vat',
  'withheld-payment': 'month',
  invoices: 'month',
  'paid-return': 'months',
  'withheld-certificates': 'months',
  'profit-return': 'months',
  'company-accounts': 'months',
  'managers-record': 'papers',
  'licence-renewal': 'papers',
}

/** The file that Volante has ready for a duty, and its address. */
export function preparedFor({ kind, period }: DutyRow): { what: Prepared; to: string } | null {
  const what = PREPARED[kind]
  if (what === undefined) return null
  if (what === 'papers') return { what, to: '/admin/documents/company' }
  const month = /^\d{4}-\d{2}$/.test(period) ? period : lastOfQuarter(period)
  return { what, to: what === 'months' || month === null ? '/admin/accounting' : `/admin/accounting/${month}` }
}

function lastOfQuarter(period: string): string | null {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(period) ?? []
  return quarter === undefined ? null : `${year}-${String(Number(quarter) * 3).padStart(2, '0')}`
}

import type { Change } from '#domain/change.ts'
import { deviceName } from '#domain/device.ts'
import type { Subject } from '#features/audit/schema.ts'
import { type Described, factsOf, fieldText } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { readWeek } from '#domain/week.ts'
import {
  formatDayShort,
  formatInstant,
  formatMonth,
  formatWeekDays,
  formatWeekNumber,
  weekNumber,
} from '#messages/dates.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { LOGGED, LOGGED_AT_CAR } from '#web/nouns.ts'

/** A value that became another: its name and both values as the screens write them. */
export type DescribedChange = { name: string; before: string | null; after: string | null }

/**
 * The record by whose words the log describes changes of such a noun. What is noted at a car and was done to another
 * noun (`accident.save`) is in the words of that noun; else in those of the record whose `page` shows the log.
 */
export function recordOf(kind: string | undefined, action = '', page: Described | null = null): Described | undefined {
  return LOGGED_AT_CAR.get(action.split('.')[0]) ?? page ?? LOGGED.get(kind)
}

/** The changes of a record, in words; a platform key that was added or removed reads as one entry. */
export function describeChanges(
  t: Translator,
  record: Described | undefined,
  changes: readonly Change[],
): DescribedChange[] {
  const key = keyOf(changes)
  if (key !== null) return [{ name: keyWords(t, key), before: null, after: key.value }]
  return changes
    .filter(
      ({ field, before, after }) => !REASON_FIELDS.has(field) && (hasWords(record, field) || !isOwnId(after ?? before)),
    )
    .map(({ field, before, after }) => {
      const label = record?.labels[field]
      const words = (value: string | null) =>
        // Where a field lists ids, the log keeps only their number.
        value && (hasWords(record, field) ? fieldText(record, field, value, t) : valueWords(t, field, value))
      return { name: label ? t(label) : fieldWords(t, field), before: words(before), after: words(after) }
    })
}

/**
 * Whether the record itself has words for the field. Then its value is shown whatever it looks like: platforms' keys of
 * companies can look like our ids.
 */
function hasWords(record: Described | undefined, field: string): record is Described {
  return record?.labels[field] !== undefined && !factsOf(record, field).control.startsWith('reference')
}

/** Whether a value is the id of another row, which tells a reader nothing; the row's name stands beside it. */
function isOwnId(value: string | null): boolean {
  return value !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** The reason of a change, in the words of the person who made it. */
export function reasonOf(changes: readonly Change[]): string | null {
  return changes.find(({ field, after }) => REASON_FIELDS.has(field) && after)?.after ?? null
}

const REASON_FIELDS = new Set(['reason', 'note', 'words'])

/** The platform key that was added or removed, if the changes are about one. */
function keyOf(changes: readonly Change[]): { source: string; kind: string; value: string } | null {
  const [source, kind, value] = ['source', 'kind', 'value'].map((name) => {
    const change = changes.find(({ field }) => field === name)
    return change?.after ?? change?.before ?? null
  })
  return source && kind && value ? { source, kind, value } : null
}

/** "Via Verde, matrícula": the platform, and the kind of key. */
function keyWords(t: Translator, { source, kind }: { source: string; kind: string }): string {
  const known = t.find(`page.fleet.keyNames.${source}:${kind}`)
  if (known !== null) return known
  return [t.find(`page.fleet.sources.${source}`) ?? source, t.find(`page.audit.keyKinds.${kind}`) ?? kind].join(', ')
}

/** `terms.fee.rate`: each part of the path in words. */
function fieldWords(t: Translator, field: string): string {
  return field
    .split('.')
    .map((step) => t.find(`page.audit.fields.${step}`) ?? step)
    .join(' · ')
}

/** `rate` of `terms.fee.rate`: how a value is written depends on its last part only. */
function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1)
}

const MONEY = new Set(['amount', 'controlSum', 'difference', 'elsewhere', 'energyCap', 'net', 'rent', 'total', 'value'])
const RATES = new Set(['rate', 'driverShare'])

/** Prefixes of the words for a field's values. */
const VOCABULARIES: Readonly<Record<string, readonly string[]>> = {
  account: ['page.accounts.accounts'],
  answer: ['page.alerts.answers'],
  base: ['page.fleet.terms.bases'],
  contract: ['page.contracts.kinds'],
  contractState: ['page.contracts.states'],
  contractBegun: ['page.contracts.kinds'],
  correctionOf: ['page.corrections.fields'],
  correctionState: ['page.corrections.states'],
  shiftAsked: ['page.shifts.requests.kinds'],
  shiftState: ['page.shifts.requests.states'],
  ticketState: ['page.support.states'],
  reportState: ['page.damageReports.shortStates'],
  topic: ['page.support.topics'],
  duty: ['page.duties.kinds'],
  hold: ['page.positions.holds.kinds'],
  link: ['page.carLinks.kinds'],
  whom: ['page.privacy.breaches.whom'],
  cause: ['page.disputes.causes', 'page.recruitment.causes'],
  energy: ['page.fleet.energies'],
  heard: ['page.recruitment.heard'],
  way: ['page.fines.ways', 'page.sales.ways'],
  kind: [
    'page.plans.kinds',
    'page.adjustments.form.kinds',
    'page.plans.movements',
    'page.departures.movements',
    'errors.report',
    'page.inspections.kinds',
    'page.upkeep.costs.kinds',
  ],
  language: ['page.fleet.driver.languages'],
  mode: ['page.fleet.terms.feeModes'],
  notice: ['page.notices.events'],
  sentWay: ['page.fines.ways'],
  regime: ['page.fleet.terms.regimes'],
  role: ['page.audit.roles'],
  source: ['page.fleet.sources'],
  state: [
    'page.settlementStates',
    'page.plans.states',
    'page.recruitment.states',
    'page.week.batches.states',
    'page.disputes.states',
    'page.fines.states',
    'page.inspections.damage.states',
  ],
  status: ['page.fleet.status', 'page.fleet.vehicleStatus'],
  title: ['page.upkeep.title.titles'],
  tollPolicy: ['page.fleet.terms.tollPolicies'],
  tripVat: ['page.fleet.terms.vats'],
}

/** A stored value as the screens write it; a value without words stays as it is. */
function valueWords(t: Translator, field: string, value: string): string {
  const name = lastOf(field)
  if (name === 'scopes' || name === 'differences')
    return value
      .split(', ')
      .map(
        (part) =>
          t.find(`${name === 'scopes' ? 'page.users.scopes' : 'page.audit.values.differences'}.${part}`) ?? part,
      )
      .join(', ')
  const isWhole = /^-?\d{1,15}$/.test(value)
  if (name === 'week') return weekWords(t, value)
  if (name === 'kilometres' && isWhole) return formatNumber(Number(value), t.language)
  if (name === 'device') return deviceName(value) ?? value
  if (MONEY.has(name) && isWhole) return formatMoney(Number(value), t.language)
  if (RATES.has(name) && isWhole) return formatPercent(Number(value), t.language)
  for (const vocabulary of [`page.audit.values.${name}`, ...(VOCABULARIES[name] ?? [])]) {
    const words = t.find(`${vocabulary}.${value}`)
    if (words !== null) return words
  }
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'page.audit.yes' : 'page.audit.no')
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return formatInstant(value, t.language)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDayShort(value, t.language)
  if (name === 'period' && /^\d{4}-\d{2}$/.test(value)) return formatMonth(value, t.language)
  return value
}

/** The subject of an event, with its week as people say it: "46 · 9–15 nov. 2026" of a week, "Ana Reis · semana 46" of a statement. */
export function subjectName(t: Translator, { kind, name }: Pick<Subject, 'kind' | 'name'>): string {
  if (kind === 'week') return weekWords(t, name)
  return name.replace(/\b\d{4}-W\d{2}$/, (week) => formatWeekNumber(readWeek(week), t.language).toLowerCase())
}

/** "46 · 9–15 nov. 2026", of a name or a Monday. */
function weekWords(t: Translator, value: string): string {
  if (!/^\d{4}-(W\d{2}|\d{2}-\d{2})$/.test(value)) return value
  const week = value.includes('W') ? readWeek(value) : value
  return `${weekNumber(week)} · ${formatWeekDays(week, t.language)}`
}

import { driversApart } from '#domain/driver.ts'
import type { Alert } from '#features/positions/alerts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayOf, formatDayShort, formatInstant, formatTime } from '#messages/dates.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'

/** The alerts about the cars. */
export const ALERTS = list({
  place: '/admin/monitor/alerts',
  words: (word) => `page.alerts.${word}`,
  searchTexts: ({ plate, driver, zone, text }: Alert) => [plate, driver?.name ?? null, zone, text],
  apart: driversApart,
  views: {
    open: { words: 'page.alerts.views.open', holds: ({ answer }) => answer === null },
    answered: { words: 'page.alerts.views.answered', holds: ({ answer }) => answer !== null },
  },
  groups: ['plate', 'what'],
  first: { by: 'state', descending: false },
  columns: {
    plate: { value: ({ plate }) => plate, sorts: true },
    what: { value: whatWords, sorts: true },
    from: { value: ({ from }) => from, kind: 'moment', sorts: true },
    driver: { value: ({ driver }, t) => driver?.name ?? t('page.alerts.nobody'), wideOnly: true, sorts: true },
    text: { value: ({ text }) => text, onlyInFile: true },
    by: { value: ({ by }) => by, onlyInFile: true },
    state: {
      value: stateWords,
      cell: (alert, t) => <State tone={alert.answer === null ? 'warn' : 'plain'}>{stateWords(alert, t)}</State>,
      // Alerts without an answer come first; the latest first in both groups.
      order: ({ answer, from }) => (answer === null ? 0 : 1e15) - Date.parse(from),
      sorts: true,
    },
  },
  phone: { state: 'state', facts: ['what', 'from'] },
  head: (column) => `page.alerts.columns.${column}`,
})

/** "Andou sem ninguém a ter", "Saiu da zona Lisboa". */
export function whatWords({ kind, zone }: Pick<Alert, 'kind' | 'zone'>, t: Translator): string {
  return t(`page.alerts.kinds.${kind}`, { zone: zone ?? '' })
}

export function stateWords({ answer, ignoredUntil }: Alert, t: Translator): string {
  if (answer === null) return t('page.alerts.waits')
  const last =
    ignoredUntil === null
      ? ''
      : formatDayShort(dayOf(Temporal.Instant.from(ignoredUntil).subtract({ seconds: 1 }).toString()), t.language)
  return t(`page.alerts.answered.${answer}`, { day: last })
}

/** "28 nov., 03:12", "28 nov., 03:12 a 03:40". */
export function whenWords({ from, until }: Pick<Alert, 'from' | 'until'>, t: Translator): string {
  const begun = formatInstant(from, t.language)
  if (formatTime(from) === formatTime(until) && dayOf(from) === dayOf(until)) return begun
  return t('page.alerts.since', {
    from: begun,
    until: dayOf(from) === dayOf(until) ? formatTime(until) : formatInstant(until, t.language),
  })
}

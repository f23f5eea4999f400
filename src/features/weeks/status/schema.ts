import type { Source } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { WeekStatus, WeekWord } from '#domain/week-status.ts'
import { type Week, monday, nextWeek } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'

/** The facts that the words of a week's status are made of. */
export type StateFacts = Pick<WeekStatus, 'state' | 'word' | 'count' | 'total'> & {
  week: Week
  name: string
  /** Usual sources without a file. */
  sources: readonly Source[]
  /** The bank file that waits for its confirmation, and its day. */
  batch: number | null
  batchDay: string | null
  /** The week is before the first that drivers are paid for: it is never approved. */
  isBeforeFirstPaid: boolean
}

/** The status of a week with all that its words name and the sums shown with them, the same on every page. */
export type WeekStatusView = StateFacts & {
  asks: boolean
  hasBegun: boolean
  toDecide: number
  drivers: number
  net: Cents
  /** Money of the week that has not been paid out yet. */
  toPay: Cents
}

/** In words: what a week waits for, a detail of it, and the one thing to do about it, with its address. */
export type StatusWords = { what: string; detail: string; action: string; to: string }

/**
 * The words of a week's status, the same on every page, in mails and on the command line; `what` continues a sentence.
 */
export function statusWords(status: StateFacts, t: Translator): StatusWords {
  const { word, count, total, batchDay } = status
  const day = word === 'driving' ? monday(nextWeek(status.week)).toString() : batchDay
  return {
    what: t(`page.week.standing.${word}.what`, { count, day: day ? formatDay(day, t.language) : '' }),
    detail: detailOf(status, t, {
      count,
      amount: formatMoney(total, t.language),
      day: day ? formatDay(day, t.language) : '',
    }),
    action: t(`page.week.standing.${word}.act`),
    to: placeOf(status),
  }
}

/** The status of a week as a whole sentence. */
export function statusSentence(status: StateFacts, t: Translator): string {
  const { what, detail } = statusWords(status, t)
  // Add no full stop after a date like "3 dez.", which brings its own.
  const stop = what.endsWith('.') ? '' : '.'
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${stop} ${detail}`.trim()
}

function detailOf(
  { word, sources, state, isBeforeFirstPaid }: StateFacts,
  t: Translator,
  params: { count: number; amount: string; day: string },
): string {
  const names = sources.map((source) => t(`page.week.sourceNames.${source}`)).join(', ')
  if (word === 'files' || word === 'left') {
    if (sources.length > 0) return t('page.week.standing.files.of', { sources: names })
    return word === 'files' ? t('page.week.standing.files.none') : ''
  }
  if (word === 'decide' && isBeforeFirstPaid) return t('page.week.standing.decide.early')
  if (word === 'decide' && (state === 'approved' || state === 'paid')) return t('page.week.standing.decide.after')
  return t(`page.week.standing.${word}.of`, params)
}

function placeOf({ word, name, batch }: StateFacts): string {
  const page = `/admin/weekly/${name}`
  const places: Readonly<Record<WeekWord, string>> = {
    files: `/admin/data?until=${name}`,
    decide: page,
    approve: `${page}/approval`,
    export: `${page}/batch`,
    confirm: `/admin/weekly/batches/${batch}/payment`,
    unpayable: page,
    driving: page,
    left: page,
    closed: page,
  }
  return places[word]
}

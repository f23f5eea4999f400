import type { Translator } from './catalogue.ts'
import { readWeek } from '#domain/week.ts'
import { formatDayShort, formatInstant, formatWeekInside } from './dates.ts'

/** Params of refusals that are days. */
const DAYS: ReadonlySet<string> = new Set(['day', 'next'])

/** Params of refusals that are moments. */
const MOMENTS: ReadonlySet<string> = new Set(['at'])

/** The end of a period that has none, as `period` of a refusal is written. */
const OPEN = '…'

/** The sentence of a refusal, its days, weeks and moments as people say them; `null` for a code that nobody wrote down. */
export function refusalSentence(
  t: Translator,
  code: string,
  params: Readonly<Record<string, string | number>>,
): string | null {
  const inFull = (period: string) => {
    const [from = '', to = ''] = period.split(' – ')
    if (from !== OPEN && to !== OPEN) return period
    if (from === to) return `${t('page.fleet.open.from')}, ${t('page.fleet.open.to')}`
    return from === OPEN ? t('page.fleet.periodUntil', { to }) : t('page.fleet.periodFrom', { from })
  }
  const inWords = (name: string, value: string) =>
    name === 'placeholder' ? (t.find(`page.contracts.placeholders.${value}`) ?? value) : inDays(name, value)
  const inDays = (name: string, value: string) => {
    if (name === 'period') return inFull(value)
    if (name === 'week') return formatWeekInside(readWeek(value), t.language)
    return DAYS.has(name)
      ? formatDayShort(value, t.language)
      : MOMENTS.has(name)
        ? formatInstant(value, t.language)
        : value
  }
  const said = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? inWords(name, value) : value,
  ])
  // What the office named itself comes in both languages.
  const papers = params[t.language]
  const sentence = t.find(`errors.${code}`, {
    ...Object.fromEntries(said),
    ...(papers === undefined ? {} : { papers }),
  })
  const { file, listed, holds, side } = params
  // Of a hand-over, which of its photos.
  const named = side === undefined ? null : t.find(`page.inspections.sides.${side}`)
  if (sentence !== null && named !== null) return `${named}: ${sentence}`
  // A row of a list says which one it is, whatever was wrong with it.
  if (sentence === null || listed === undefined || holds === undefined) return sentence
  return `${sentence} ${t('cli.listed', { file: file ?? '', listed, holds })}`
}

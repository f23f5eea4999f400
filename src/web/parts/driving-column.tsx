import type { Driving, MissingThing } from '#features/papers/readiness/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { State } from '#web/ui/state.tsx'
import type { ListColumn } from './list.ts'
import { missingName } from './paper-parts.tsx'

/** A row of a list, with whether it may drive today; `null` where the list does not ask. */
type Listed = { driving: Driving | null }

/**
 * A column that says whether somebody may drive today, and what is missing or until when. In its order, rights that end
 * soon come after those that have ended.
 */
export function drivingColumn<Row extends Listed>(): ListColumn<Row> {
  return {
    value: ({ driving }, t) => driving && wordsOf(driving, t),
    cell: ({ driving }, t) =>
      driving === null ? null : (
        <State tone={driving.may ? (driving.endsSoon ? 'warn' : 'ok') : 'bad'}>{wordsOf(driving, t)}</State>
      ),
    order: ({ driving }) => (driving?.may ? (driving.until ?? '9999') : driving ? '0' : '~'),
    sorts: true,
  }
}

/** The filter of a list by who may drive. */
export function drivingFilter(of: 'driver' | 'car') {
  return {
    words: `page.papers.driving.${of}`,
    any: 'page.papers.driving.any',
    parts: {
      yes: { words: 'page.papers.driving.yes', holds: ({ driving }: Listed) => driving?.may === true },
      soon: { words: 'page.papers.driving.soon', holds: ({ driving }: Listed) => driving?.endsSoon === true },
      no: { words: 'page.papers.driving.no', holds: ({ driving }: Listed) => driving?.may === false },
    },
  } as const
}

/** Words after a name in a choice: " · não pode conduzir: Carta de condução e mais 1"; empty if nothing is missing. */
export function cannotWords(
  [first, ...others]: readonly MissingThing[],
  t: Translator,
  of: 'driver' | 'car' = 'driver',
): string {
  if (first === undefined) return ''
  const words = of === 'driver' ? 'cannot' : 'cannotCar'
  const what = missingName(t, first)
  return ` · ${
    others.length === 0
      ? t(`page.papers.driving.${words}`, { what })
      : t(`page.papers.driving.${words}More`, { what, count: others.length })
  }`
}

/** "Sim", "Até 3 dez. where that is near, or "Não: Carta de condução e mais 1". */
function wordsOf({ may, missing, until, endsSoon }: Driving, t: Translator): string {
  if (may && endsSoon && until !== null)
    return t('page.papers.driving.until', { day: formatDayShort(until, t.language) })
  const [first, ...others] = missing
  if (may || first === undefined) return t('page.papers.driving.yes')
  const what = missingName(t, first)
  return others.length === 0
    ? t('page.papers.driving.lacks', { what })
    : t('page.papers.driving.lacksMore', { what, count: others.length })
}

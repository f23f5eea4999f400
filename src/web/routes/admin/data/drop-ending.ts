import { lacksWeek } from '#domain/refused-file.ts'
import type { Week } from '#domain/week.ts'
import type { DropPreview } from '#features/imports/previews/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { type DropAnswers, candidatesOf, outcomeOf } from './drop-answers.ts'

/** A text for one and a text for several; `{count}` in it is filled in later. */
type Counted = readonly [singular: string, plural: string]

/**
 * The data for the words at the end of a drop's form, whatever is ticked: the server writes them, and the browser again
 * at each tick (`enhancing/ending.ts`). JSON.
 */
export type Ending = {
  files: ReturnType<typeof candidatesOf>
  words: {
    submit: Counted
    submitConfirmed: Counted
    submitWeek: Readonly<Record<Week, Counted>>
    waiting: Counted
    /** For refused files and files without a week; empty if there are none. */
    left: string
  }
}

export function endingOf(t: Translator, drop: DropPreview): Ending {
  const files = candidatesOf(drop)
  const weeks = [...new Set(files.flatMap((file) => file.weeks))]
  const unread = drop.files.flatMap((file) => (file.ok ? [] : [file.refusal]))
  const weekless = unread.filter(lacksWeek).length
  const refusedCount = unread.length - weekless
  const counted = (words: (count: number | string) => string): Counted => [words(1), words('{count}')]
  return {
    files,
    words: {
      submit: counted((count) => t('page.data.preview.submit', { count })),
      submitConfirmed: counted((count) => t('page.data.preview.submitConfirmed', { count })),
      submitWeek: Object.fromEntries(
        weeks.map((week) => [
          week,
          counted((count) => t('page.data.preview.submitWeek', { count, number: weekNumber(week) })),
        ]),
      ),
      waiting: counted((count) => t('page.data.preview.waiting', { count })),
      left: [
        ...(refusedCount > 0 ? [t('page.data.preview.left', { count: refusedCount })] : []),
        ...(weekless > 0 ? [t('page.data.preview.weekless', { count: weekless })] : []),
      ].join('; '),
    },
  }
}

/**
 * The words of the button, and the words beside it for files that stay out or wait: how many files, and their week if
 * they have one week.
 */
export function endingWords({ files, words }: Ending, answers: DropAnswers): { button: string; left: string } {
  const fates = files.map((file) => ({ file, fate: outcomeOf(file, answers) }))
  const going = fates.flatMap(({ file, fate }) => (fate === 'goes' ? [file] : []))
  const open = fates.filter(({ fate }) => fate === 'waits').length
  const [week, ...more] = new Set(going.flatMap(({ weeks }) => weeks))
  const ofWeek = week && more.length === 0 ? words.submitWeek[week] : undefined
  const left = [words.left, open > 0 ? countWords(words.waiting, open) : ''].filter(Boolean).join('; ')
  return {
    button:
      going.length === 0 ? countWords(words.submitConfirmed, open) : countWords(ofWeek ?? words.submit, going.length),
    left: left && `${left}.`,
  }
}

function countWords([singular, plural]: Counted, count: number): string {
  return count === 1 ? singular : plural.replace('{count}', String(count))
}

import { lacksWeek } from '#domain/refused-file.ts'
import type { Week } from '#domain/week.ts'
import type { DropPreview } from '#features/imports/previews/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { type DropAnswers, candidatesOf, fateOf } from './drop-answers.ts'

/** A text of one and of several; `{count}` in it is still to be filled. */
type Counted = readonly [one: string, other: string]

/**
 * How the form of a drop ends, whatever is ticked: with it the words at its end are told on the server, and again in the
 * browser at each tick (`enhancing/ending.ts`). JSON.
 */
export type Ending = {
  files: ReturnType<typeof candidatesOf>
  words: {
    submit: Counted
    submitConfirmed: Counted
    submitWeek: Readonly<Record<Week, Counted>>
    waiting: Counted
    /** Of files that were refused, and of those that lack their week; empty where none was. */
    left: string
  }
}

export function endingOf(t: Translator, drop: DropPreview): Ending {
  const files = candidatesOf(drop)
  const weeks = [...new Set(files.flatMap((file) => file.weeks))]
  const unread = drop.files.flatMap((file) => (file.ok ? [] : [file.refusal]))
  const weekless = unread.filter(lacksWeek).length
  const refused = unread.length - weekless
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
        ...(refused > 0 ? [t('page.data.preview.left', { count: refused })] : []),
        ...(weekless > 0 ? [t('page.data.preview.weekless', { count: weekless })] : []),
      ].join('; '),
    },
  }
}

/** What the button says, and beside it what stays out or waits: how many files, and their week where it is one. */
export function endingWords({ files, words }: Ending, answers: DropAnswers): { button: string; left: string } {
  const fates = files.map((file) => ({ file, fate: fateOf(file, answers) }))
  const going = fates.flatMap(({ file, fate }) => (fate === 'goes' ? [file] : []))
  const open = fates.filter(({ fate }) => fate === 'waits').length
  const [week, ...more] = new Set(going.flatMap(({ weeks }) => weeks))
  const ofWeek = week && more.length === 0 ? words.submitWeek[week] : undefined
  const left = [words.left, open > 0 ? say(words.waiting, open) : ''].filter(Boolean).join('; ')
  return {
    button: going.length === 0 ? say(words.submitConfirmed, open) : say(ofWeek ?? words.submit, going.length),
    left: left && `${left}.`,
  }
}

function say([one, other]: Counted, count: number): string {
  return count === 1 ? one : other.replace('{count}', String(count))
}

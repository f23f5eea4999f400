import type { TimesTaken, WaitingTimes } from '#features/weeks/time-lists/schema.ts'
import type { TimesFile } from '#features/weeks/working-times/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDays, formatInstant } from '#messages/dates.ts'
import { problemWords } from '#messages/file-words.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'

/** The imported files of times and those that wait, each with a link to take it back. */
export function TimesFiles({
  files,
  waiting,
  back,
}: {
  files: readonly TimesFile[]
  waiting: readonly WaitingTimes[]
  /** The pages that take a file back, and discard one that waits; `null` if the reader may not. */
  back: { file: (file: TimesFile) => string | null; waiting: (file: WaitingTimes) => string | null }
}) {
  const t = useT()
  if (files.length + waiting.length === 0) return null
  return (
    <Section title={t('page.times.files.title')}>
      <Items>
        {waiting.map((times) => (
          <Item
            key={times.id}
            title={times.name}
            aside={<State tone="warn">{t('page.times.files.waits')}</State>}
            acts={<TakeBackLink to={back.waiting(times)} words={t('page.times.files.letGo')} name={times.name} />}
          >
            <Words look="small">{formatInstant(times.at, t.language)}</Words>
          </Item>
        ))}
        {files.map((file) => (
          <Item
            key={file.id}
            title={file.name}
            acts={<TakeBackLink to={back.file(file)} words={t('page.times.files.takeBack')} name={file.name} />}
          >
            <p>
              {t('page.times.files.of', {
                source: file.source,
                days: formatDays({ from: file.first, to: file.last }, t.language),
                count: file.lines,
              })}
            </p>
            <Words look="small">{givenWords(file, t)}</Words>
          </Item>
        ))}
      </Items>
      <Words look="small">{t('page.times.files.kept')}</Words>
    </Section>
  )
}

function TakeBackLink({ to, words, name }: { to: string | null; words: string; name: string }) {
  return to === null ? null : (
    <ActLink to={to}>
      {words}
      <span className="visually-hidden">: {name}</span>
    </ActLink>
  )
}

function givenWords({ at, by, fromDriver }: TimesFile, t: Translator): string {
  const moment = formatInstant(at, t.language)
  if (fromDriver) return t('page.times.files.byDriver', { at: moment })
  return by === null ? moment : t('page.times.files.by', { at: moment, by })
}

/** The reasons why a file was refused, place by place. */
export function TimesRefused({ taken }: { taken: Extract<TimesTaken, { is: 'refused' }> }) {
  const t = useT()
  return (
    <Notice tone="bad" title={t('page.times.files.refused', { name: taken.name, count: taken.count })}>
      <Bullets>
        {taken.problems.map((problem) => (
          <li key={`${problem.line} ${problem.column} ${problem.code}`}>{problemWords(t, problem)}</li>
        ))}
      </Bullets>
      <p>{t('page.times.files.refusedText')}</p>
    </Notice>
  )
}

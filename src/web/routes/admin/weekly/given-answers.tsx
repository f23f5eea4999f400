import type { ReactNode } from 'react'
import { isNameOfPerson } from '#domain/matching.ts'
import type { GivenAnswer } from '#features/weeks/answers/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { Post } from '#web/parts/post.tsx'
import { readableKey } from '#web/parts/short-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Done } from '#web/ui/notice.tsx'
import { anomalyWords } from './anomaly-words.ts'
import styles from './questions.module.css'

/** Says which answer was saved, with one press to take it back. */
export function AnswerSaved({ answer, week, children }: { answer: GivenAnswer; week: string; children: ReactNode }) {
  const words = answerWords(answer, useT())
  return (
    <Done undo={<TakeBack answer={answer} words={words} week={week} isButton />}>
      <p>{children}</p>
      <p>{words}</p>
    </Done>
  )
}

type Given = { answers: readonly GivenAnswer[]; week: string; isOpen: boolean; isFrozen: boolean }

/** Answers that approved statements depend on: changing one would not change those statements. */
const FROZEN: ReadonlySet<GivenAnswer['kind']> = new Set(['passage', 'info', 'anomaly'])

/**
 * The answers given in this week, each to be taken back with one press; open right after one was taken back. Answers that
 * came with a new record or a list stand apart, because nobody was asked for them.
 */
export function GivenAnswers({ answers, isOpen, ...of }: Given) {
  const isFromNewRecord = (answer: GivenAnswer) => 'isFromNewRecord' in answer && answer.isFromNewRecord
  return (
    <>
      <Folded answers={answers.filter((answer) => !isFromNewRecord(answer))} {...of} isOpen={isOpen} heading="title" />
      <Folded answers={answers.filter(isFromNewRecord)} {...of} isOpen={false} heading="along" />
    </>
  )
}

function Folded({ answers, week: name, isOpen, isFrozen, heading }: Given & { heading: 'title' | 'along' }) {
  const t = useT()
  if (answers.length === 0) return null
  return (
    <details className={`${styles.known} ${styles.given}`} open={isOpen}>
      <summary>
        <Icon name="right" small />
        {t(`page.exceptions.answers.${heading}`, { count: answers.length })}
      </summary>
      {isFrozen ? <p>{t('page.exceptions.answers.frozen')}</p> : null}
      <ul className={styles.cards}>
        {answers.map((answer) => {
          const words = answerWords(answer, t)
          return (
            <li key={answer.id}>
              <span>{words}</span>
              {isFrozen && FROZEN.has(answer.kind) && !isLasting(answer) ? null : (
                <TakeBack answer={answer} words={words} week={name} />
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Whether an answer holds for every week: then it can be taken back whatever is approved. */
function isLasting(answer: GivenAnswer): boolean {
  return answer.kind === 'info' && answer.isLasting
}

type TakeBackProps = { answer: GivenAnswer; words: string; week: string; isButton?: boolean }

/** One press; an answer with a reason or about money is taken back on its own page, which leads back here. */
function TakeBack({ answer, words, week, isButton = false }: TakeBackProps) {
  const t = useT()
  const label = t('page.exceptions.answers.takeBackOf', { answer: words })
  if (answer.kind === 'terms' || answer.kind === 'adjustment') {
    const record =
      answer.kind === 'terms' ? `terms/${answer.termsId}/removal` : `adjustments/${answer.adjustment}/withdrawal`
    const back = encodeURIComponent(`/admin/weekly/${week}`)
    return (
      <ActLink to={`/admin/drivers/${answer.driver.id}/${record}?back=${back}`} aria-label={label}>
        {t('page.exceptions.answers.takeBack')}
      </ActLink>
    )
  }
  if (answer.kind === 'overlap')
    return (
      <ActLink to={`/admin/weekly/disputes/${answer.dispute}/overlap`} aria-label={label}>
        {t('page.disputes.overlap.change')}
      </ActLink>
    )
  const isRent = answer.kind === 'rent'
  return (
    <Post to={isRent ? `/admin/weekly/${week}/${answer.driver.id}/rent` : `/admin/weekly/${week}/answers`}>
      <input type="hidden" name={isRent ? 'rent' : 'answer'} value={isRent ? 'charge' : answer.id} />
      {isButton ? (
        <Button type="submit" aria-label={label}>
          {t('page.exceptions.answers.takeBack')}
        </Button>
      ) : (
        <button type="submit" aria-label={label}>
          {t('page.exceptions.answers.takeBack')}
        </button>
      )}
    </Post>
  )
}

function answerWords(answer: GivenAnswer, t: Translator): string {
  const when = (at: string | null) => (at ? formatInstant(at, t.language) : t('page.exceptions.answers.open'))
  switch (answer.kind) {
    case 'key': {
      const { source, key, label, owner } = answer
      const words = {
        source: t(`page.week.sourceNames.${source}`),
        kind: t(`page.week.questions.keyKinds.${key.kind}`),
        value: readableKey(key.value, label),
      }
      return owner === null
        ? t(`page.exceptions.answers.${isNameOfPerson(key.kind) ? 'nobody' : 'company'}`, words)
        : t('page.exceptions.answers.key', { ...words, owner })
    }
    case 'passage': {
      const answerText = t(`page.exceptions.answers.passage.${answer.isSame ? 'same' : 'two'}`)
      const { row } = answer
      if (!row) return answerText
      const { place, label, at, amount } = row
      const words = { place: place ?? label, at: when(at), amount: formatMoney(Math.abs(amount), t.language) }
      return t('page.exceptions.answers.passageOf', { answer: answerText, ...words })
    }
    case 'info':
      return answer.isLasting
        ? t('page.exceptions.answers.lasting', { name: answer.driver.name })
        : t(`page.exceptions.answers.told.${answer.about}`, { name: answer.driver.name })
    case 'rent':
      return t('page.exceptions.answers.rent', { name: answer.driver.name })
    case 'terms':
      return t('page.exceptions.answers.terms', { name: answer.driver.name })
    case 'adjustment': {
      const { driver, about, amount, said } = answer
      const words = { name: driver.name, number: weekNumber(about), amount: formatMoney(amount, t.language) }
      return t(`page.exceptions.answers.adjustment.${said}`, words)
    }
    case 'row': {
      const { says, reason, count, total, row } = answer
      const words = {
        count,
        amount: formatMoney(Math.abs(total), t.language),
        place: row.place ?? row.label,
        at: row.at ? when(row.at) : t('page.data.queue.week', { number: weekNumber(row.week) }),
        reason,
      }
      return t(`page.exceptions.answers.row.${says}`, words)
    }
    case 'anomaly': {
      const { kind } = anomalyWords({ anomaly: answer.anomaly, name: answer.driver.name }, t)
      const answerText = t(`page.exceptions.answers.said.${answer.said}`)
      return t('page.exceptions.answers.anomaly', { name: answer.driver.name, kind, answer: answerText })
    }
    case 'overlap':
      return t(`page.exceptions.answers.overlap.${answer.said}`, { name: answer.driver.name })
    case 'refused-file':
      return t('page.refusedFiles.waived', { name: answer.name })
    case 'holder': {
      const { plate, driver, from, to } = answer
      const span = from && to ? 'both' : from ? 'from' : to ? 'to' : 'always'
      return t(`page.exceptions.answers.holder.${span}`, { plate, driver, from: when(from), to: when(to) })
    }
  }
}

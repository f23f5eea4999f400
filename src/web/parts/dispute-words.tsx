import type { Dispute, WithdrawnAnswer } from '#features/statements/disputes/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DisputeState } from './line-opinion.tsx'
import styles from './line-opinion.module.css'

/**
 * The driver's words and files with their times, and the office's answer, the same for both readers. `file`: the address at
 * which this reader opens the file.
 */
export function DisputeWords({
  dispute,
  file,
  reader,
}: {
  dispute: Dispute
  file: string
  reader: 'driver' | 'office'
}) {
  const t = useT()
  const { cause, words, fileName, state, openedAt, answerBy, closedAt, answer, settled, withdrawn } = dispute
  return (
    <div className={styles.words}>
      <p>
        <DisputeState state={state} />
      </p>
      <blockquote>
        <b>{t(`page.disputes.causes.${cause}`)}</b>
        <p>{words}</p>
        {fileName ? (
          <p>
            <Link to={file} file>
              {t('page.disputes.known.file', { name: fileName })}
            </Link>
          </p>
        ) : null}
        <small>{t('page.disputes.known.at', { at: formatInstant(openedAt, t.language) })}</small>
        {state === 'open' ? (
          <small>{t('page.disputes.known.answerBy', { day: formatDay(answerBy, t.language) })}</small>
        ) : null}
      </blockquote>
      {withdrawn.map((withdrawnAnswer) => (
        <blockquote key={withdrawnAnswer.withdrawnAt}>
          <b>{t('page.disputes.known.answer')}</b>
          <p>{withdrawnAnswer.answer}</p>
          <small>
            {t('page.disputes.known.answeredAt', { at: formatInstant(withdrawnAnswer.answeredAt, t.language) })}
          </small>
          <p>{withdrawnWords(withdrawnAnswer, reader, t)}</p>
        </blockquote>
      ))}
      {answer && closedAt ? (
        <blockquote>
          <b>{t('page.disputes.known.answer')}</b>
          <p>{answer}</p>
          {settled ? (
            <p>
              {t('page.disputes.known.settled', {
                amount: formatMoney(settled.amount, t.language),
                week: weekNumber(settled.week),
              })}
            </p>
          ) : null}
          <small>{t('page.disputes.known.answeredAt', { at: formatInstant(closedAt, t.language) })}</small>
        </blockquote>
      ) : null}
    </div>
  )
}

function withdrawnWords({ given, withdrawnAt, by }: WithdrawnAnswer, reader: 'driver' | 'office', t: Translator) {
  const at = formatInstant(withdrawnAt, t.language)
  if (given === null)
    return reader === 'driver' || by === null
      ? t('page.disputes.known.takenBack.own', { at })
      : t('page.disputes.known.takenBack.office', { at, by })
  const words = { amount: formatMoney(given.amount, t.language), week: weekNumber(given.week), at }
  if (reader === 'driver') return t('page.disputes.known.withdrawn.own', words)
  return by === null
    ? t('page.disputes.known.withdrawn.unknown', words)
    : t('page.disputes.known.withdrawn.office', { ...words, by })
}

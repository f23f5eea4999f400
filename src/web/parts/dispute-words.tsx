import type { Dispute } from '#features/statements/disputes/schema.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DisputeState } from './line-opinion.tsx'
import styles from './line-opinion.module.css'

/**
 * The driver's words and files with their times, and the office's answer, the same for both readers. `file`: the address at
 * which this reader opens the file.
 */
export function DisputeWords({ dispute, file }: { dispute: Dispute; file: string }) {
  const t = useT()
  const { cause, words, fileName, state, openedAt, answerBy, closedAt, answer } = dispute
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
      {answer && closedAt ? (
        <blockquote>
          <b>{t('page.disputes.known.answer')}</b>
          <p>{answer}</p>
          <small>{t('page.disputes.known.answeredAt', { at: formatInstant(closedAt, t.language) })}</small>
        </blockquote>
      ) : null}
    </div>
  )
}

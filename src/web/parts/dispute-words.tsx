import type { Dispute } from '#features/statements/disputes/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { DisputeState } from './line-opinion.tsx'
import styles from './line-opinion.module.css'

/** What the driver said, when, and what the office answered: the same for both. */
export function DisputeWords({ dispute }: { dispute: Dispute }) {
  const t = useT()
  const { cause, words, state, openedAt, closedAt, answer } = dispute
  return (
    <div className={styles.words}>
      <p>
        <DisputeState state={state} />
      </p>
      <blockquote>
        <b>{t(`page.disputes.causes.${cause}`)}</b>
        <p>{words}</p>
        <small>{t('page.disputes.known.at', { at: formatInstant(openedAt, t.language) })}</small>
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

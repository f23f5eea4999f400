import type { BatchView } from '#features/payments/schema.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import styles from './batches.module.css'

/** The bank files of the week, the newest first, each with what became of its transfers. */
export function Batches({ page }: { page: WeekShown }) {
  const t = useT()
  if (page.batches.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="batches">
      <h2 id="batches">{t('page.week.batches.title')}</h2>
      <ul className={styles.batches}>
        {page.batches.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </ul>
    </section>
  )
}

const TONES: Record<string, StateTone> = { exported: 'info', confirmed: 'ok', 'partly-rejected': 'warn', void: 'todo' }

function Batch({ batch }: { batch: BatchView }) {
  const t = useT()
  const language = useLanguage()
  const { state, payments, total, executionOn, createdAt, closedAt, note } = batch
  const path = `/admin/weekly/batches/${batch.id}`
  return (
    <li className={styles.batch}>
      <div className={styles.head}>
        <h3>{batch.messageId}</h3>
        <State tone={TONES[state] ?? 'todo'}>{t(`page.week.batches.states.${stateOf(state)}`)}</State>
      </div>
      <p className={styles.words}>
        {t('page.week.batches.summary', {
          count: payments,
          amount: formatMoney(total, language),
          day: formatDay(executionOn, language),
        })}
      </p>
      <p className={styles.small}>
        {t('page.week.batches.created', { at: formatInstant(createdAt, language) })}
        {closedAt ? `, ${t('page.week.batches.closed', { at: formatInstant(closedAt, language) })}` : ''}
        {note ? `. ${t('page.week.batches.note', { note })}` : ''}
      </p>
      <Transfers batch={batch} />
      <p className={styles.actions}>
        <Link to={`${path}/file`} file>
          <Icon name="download" small />
          {t('page.week.batches.file')}
        </Link>
        {state === 'exported' ? (
          <>
            <Link to={`${path}/payment`}>{t('page.week.batches.pay')}</Link>
            <Link to={`${path}/void`} className={styles.quiet}>
              {t('page.week.batches.void')}
            </Link>
          </>
        ) : null}
      </p>
    </li>
  )
}

function stateOf(state: string): 'draft' | 'exported' | 'confirmed' | 'partly-rejected' | 'void' {
  return state === 'exported' || state === 'confirmed' || state === 'partly-rejected' || state === 'void'
    ? state
    : 'draft'
}

function paymentStateOf(state: string): 'sent' | 'confirmed' | 'rejected' | 'void' {
  return state === 'confirmed' || state === 'rejected' || state === 'void' ? state : 'sent'
}

function Transfers({ batch }: { batch: BatchView }) {
  const t = useT()
  return (
    <details className={styles.transfers} open={batch.state === 'partly-rejected'}>
      <summary>
        <Icon name="right" small />
        {t('page.week.batches.show', { count: batch.rows.length })}
      </summary>
      <table>
        <caption className="visually-hidden">{t('page.week.batches.caption', { name: batch.messageId })}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('page.week.batches.driver')}</th>
            <th scope="col">{t('page.week.batches.state')}</th>
            <th scope="col">{t('page.week.batches.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {batch.rows.map((row) => (
            <tr key={row.settlementId}>
              <th scope="row">{row.name}</th>
              <td className={row.state === 'rejected' ? styles.rejected : undefined}>
                {t(`page.week.batches.paymentStates.${paymentStateOf(row.state)}`)}
                {row.reason ? `: ${row.reason}` : ''}
              </td>
              <td>
                <Money cents={row.amount} look="bare" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

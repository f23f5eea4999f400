import { adviceFor, isReturnCode } from '#domain/bank-statement.ts'
import type { BatchView } from '#features/payments/schema.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { bankReason } from '#messages/bank-reason.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { Money } from '#web/parts/money.tsx'
import { Section } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The bank files of the week, the newest first, each with the results of its transfers. */
export function Batches({ page }: { page: WeekShown }) {
  const t = useT()
  if (page.batches.length === 0) return null
  return (
    <Section title={t('page.week.batches.title')}>
      <Items>
        {page.batches.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </Items>
    </Section>
  )
}

const TONES: Record<string, StateTone> = { exported: 'info', confirmed: 'ok', 'partly-rejected': 'warn', void: 'todo' }

function Batch({ batch }: { batch: BatchView }) {
  const t = useT()
  const language = useLanguage()
  const { state, payments, total, executionOn, createdAt, closedAt, note } = batch
  const path = `/admin/weekly/batches/${batch.id}`
  const mayPay = useMayFollow(`${path}/file`)
  const missed = batch.rows.filter(cameBack).length
  return (
    <Item
      title={batch.messageId}
      aside={
        <>
          <State tone={TONES[state] ?? 'todo'}>{t(`page.week.batches.states.${stateOf(state)}`)}</State>
          {missed > 0 ? <State tone="bad">{t('page.week.batches.missed', { count: missed })}</State> : null}
        </>
      }
      acts={
        <Links>
          {mayPay ? (
            <Link to={`${path}/file`} file>
              <Icon name="download" small />
              {t('page.week.batches.file')}
            </Link>
          ) : null}
          {mayPay && state === 'exported' ? (
            <>
              <Link to={`${path}/payment`}>{t('page.week.batches.pay')}</Link>
              <Link to={`${path}/void`}>{t('page.week.batches.void')}</Link>
            </>
          ) : null}
          {mayPay &&
          (state === 'void' || (state !== 'exported' && batch.rows.some((row) => row.state === 'confirmed'))) ? (
            <ActLink to={`${path}/reopening`}>
              {t(state === 'void' ? 'page.weekActs.reopenBatch.voided.open' : 'page.weekActs.reopenBatch.paid.open')}
            </ActLink>
          ) : null}
          {mayPay
            ? answersOf(batch).map((id) => (
                <ActLink key={id} to={`/admin/bank/imports/${id}/undoing`}>
                  {t('page.bank.files.mistaken')}
                </ActLink>
              ))
            : null}
        </Links>
      }
      under={<Transfers batch={batch} />}
    >
      <p>
        {t('page.week.batches.summary', {
          count: payments,
          amount: formatMoney(total, language),
          day: formatDay(executionOn, language),
        })}
      </p>
      <small>
        {t('page.week.batches.created', { at: formatInstant(createdAt, language) })}
        {closedAt ? `, ${t('page.week.batches.closed', { at: formatInstant(closedAt, language) })}` : ''}
        {note ? `. ${t('page.week.batches.note', { note })}` : ''}
      </small>
    </Item>
  )
}

/** The bank's files that refused payments of a batch. */
function answersOf({ rows }: BatchView): string[] {
  return [...new Set(rows.flatMap(({ refusedIn }) => refusedIn ?? []))]
}

function stateOf(state: string): 'draft' | 'exported' | 'confirmed' | 'partly-rejected' | 'void' {
  return state === 'exported' || state === 'confirmed' || state === 'partly-rejected' || state === 'void'
    ? state
    : 'draft'
}

function paymentStateOf(state: string): 'sent' | 'confirmed' | 'rejected' | 'returned' | 'void' {
  return state === 'confirmed' || state === 'rejected' || state === 'returned' || state === 'void' ? state : 'sent'
}

type Transfer = BatchView['rows'][number]

/** Whether the money did not arrive and the driver has to be paid again. */
function cameBack({ state }: Transfer): boolean {
  return state === 'rejected' || state === 'returned'
}

function Transfers({ batch }: { batch: BatchView }) {
  const t = useT()
  return (
    <Links>
      <details open={batch.rows.some((row) => cameBack(row) || row.isOfOldIban)}>
        <summary>{t('page.week.batches.show', { count: batch.rows.length })}</summary>
        <Table
          caption={t('page.week.batches.caption', { name: batch.messageId })}
          rows={batch.rows}
          rowKey={({ settlementId }) => settlementId}
          columns={columns(t)}
        />
      </details>
    </Links>
  )
}

function columns(t: Translator): Column<Transfer>[] {
  return [
    { head: t('page.week.batches.driver'), cell: ({ name }) => name },
    {
      head: t('page.week.batches.state'),
      cell: (transfer) => {
        const { state, reason } = transfer
        const words = t(`page.week.batches.paymentStates.${paymentStateOf(state)}`)
        if (transfer.isOfOldIban)
          return (
            <>
              <State tone="warn">{words}</State>
              <p>{t('page.week.batches.oldIban')}</p>
            </>
          )
        if (!cameBack(transfer)) return words
        return (
          <>
            <State tone="bad">{reason ? `${words}: ${bankReason(reason, t)}` : words}</State>
            {isReturnCode(reason) ? <p>{t(`page.bank.advice.${adviceFor(reason)}`)}</p> : null}
          </>
        )
      },
    },
    { head: t('page.week.batches.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
  ]
}

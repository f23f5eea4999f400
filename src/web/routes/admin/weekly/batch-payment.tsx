import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { confirmBatch } from '#features/payments/commands.server.ts'
import { findBatch } from '#features/payments/queries.server.ts'
import type { BatchView } from '#features/payments/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { text } from '#forms/fields.ts'
import { formatDay } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/batch-payment.ts'
import { ActionPage } from './action-page.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const found = await findBatch(readNumber(params.id))
  if (!found) throw new Refusal('record.not-found')
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return { ...found, isEarly: today < found.batch.executionOn }
})

/** One field per payment, `reason-<settlement>`: empty if the bank paid it. */
const unpaidReason = text(200)
const paymentInput = z.record(z.string(), unpaidReason)

export const action = saves(
  'payment.confirm',
  paymentInput,
  async (change, fields, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const rejected = Object.entries(fields).flatMap(([name, reason]): [string, string][] =>
      name.startsWith(REASON) && reason !== '' ? [[name.slice(REASON.length), reason]] : [],
    )
    const week = await confirmBatch(change, readNumber(params.id), new Map(rejected))
    return `/admin/weekly/${weekName(week)}?done=${rejected.length > 0 ? 'paid-partly' : 'paid'}`
  },
)

const REASON = 'reason-'

export default function BatchPaymentScreen({
  loaderData: { week, name, batch, isEarly },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const waiting = batch.rows.filter(({ state }) => state === 'sent')
  const isOpen = batch.state === 'exported'
  const amount = formatMoney(isOpen ? batch.waiting.total : batch.total, t.language)
  return (
    <ActionPage week={week} weekName={name} title={t('page.weekActs.payment.title', { amount })}>
      <FormReply reply={actionData} />
      {isOpen ? (
        <Form quiet>
          {isEarly ? (
            <Notice tone="warn">
              {t('page.weekActs.payment.early', { day: formatDay(batch.executionOn, t.language) })}
            </Notice>
          ) : null}
          <p>{t('page.weekActs.payment.text', { count: batch.waiting.count, name: batch.messageId })}</p>
          <Links>
            <details open={actionData !== undefined}>
              <summary>{t('page.weekActs.payment.rejected')}</summary>
              <Page>
                <Words>{t('page.weekActs.payment.rejectedHelp')}</Words>
                <Items label={t('page.week.batches.caption', { name: batch.messageId })}>
                  {waiting.map((row) => (
                    <Item
                      key={row.settlementId}
                      title={row.name}
                      aside={<Money cents={row.amount} />}
                      acts={
                        <TextField
                          name={REASON + row.settlementId}
                          label={t('page.weekActs.payment.reason', { name: row.name })}
                          placeholder={t('page.weekActs.payment.placeholder')}
                          quiet
                          {...limitsOf(unpaidReason)}
                          autoComplete="off"
                          reply={actionData}
                        />
                      }
                    />
                  ))}
                </Items>
              </Page>
            </details>
          </Links>
          <div>
            <SubmitButton>{t('page.weekActs.payment.submit')}</SubmitButton>
          </div>
        </Form>
      ) : (
        <Closed rows={batch.rows} typed={actionData?.values ?? {}} />
      )}
    </ActionPage>
  )
}

/** The file is closed. What somebody typed in the meantime stays readable, with what can be done about it. */
function Closed({ rows, typed }: { rows: BatchView['rows']; typed: Reply['values'] }) {
  const t = useT()
  const unsaved = rows.flatMap((row) => {
    const reason = typed[REASON + row.settlementId] ?? ''
    return reason === '' ? [] : [{ ...row, reason }]
  })
  if (unsaved.length === 0) return <p>{t('page.weekActs.payment.closed')}</p>
  return (
    <>
      <Notice tone="warn">{t('page.weekActs.payment.unsaved', { count: unsaved.length })}</Notice>
      <Items label={t('page.weekActs.payment.rejected')}>
        {unsaved.map(({ settlementId, name, amount, reason }) => (
          <Item key={settlementId} title={name} aside={<Money cents={amount} />}>
            {reason}
          </Item>
        ))}
      </Items>
    </>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { reopenBatch } from '#features/payments/batch-undoings/commands.server.ts'
import { findBatch } from '#features/payments/queries.server.ts'
import { batchReopening, batchUnpaying, toldOfPayment } from '#features/payments/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { weekNumber } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/batch-reopening.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const found = await findBatch(readNumber(params.id))
  if (!found) throw new Refusal('record.not-found')
  return { ...found }
})

export const action = saves(
  'payment.reopen-batch',
  batchReopening.input.extend({ told: toldOfPayment.optional() }),
  async (change, { reason, told }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const { week, was } = await reopenBatch(change, readNumber(params.id), reason, told ?? '')
    return `/admin/weekly/${weekName(week)}?done=${was === 'voided' ? 'reopened' : 'unpaid'}`
  },
)

/** Asks why a bank file that was voided or marked as paid is open again. */
export default function BatchReopeningScreen({ loaderData: { week, name, batch } }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(batch.total, t.language)
  const words = `page.weekActs.reopenBatch.${batch.state === 'void' ? 'voided' : 'paid'}` as const
  return (
    <SmallAct
      record={t(`${words}.title`, { amount })}
      from={t('page.week.approval.back', { number: weekNumber(week) })}
      back={`/admin/weekly/${name}`}
      facts={{ week: weekNumber(week), amount, payments: batch.payments }}
      question={t(`${words}.title`, { amount })}
      effect={t(`${words}.text`)}
      buttonWords={t(`${words}.submit`)}
      barred={batch.state === 'exported' ? t('errors.batch.open') : null}
    >
      <RecordFields of={batch.state === 'void' ? batchReopening : batchUnpaying} />
    </SmallAct>
  )
}

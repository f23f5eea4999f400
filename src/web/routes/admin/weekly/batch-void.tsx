import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { voidBatch } from '#features/payments/commands.server.ts'
import { findBatch } from '#features/payments/queries.server.ts'
import { batchVoiding } from '#features/payments/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { weekNumber } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/batch-void.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const found = await findBatch(readNumber(params.id))
  if (!found) throw new Refusal('record.not-found')
  return { ...found }
})

export const action = saves(
  'payment.void-batch',
  batchVoiding.input,
  async (change, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const week = await voidBatch(change, readNumber(params.id), reason)
    return `/admin/weekly/${weekName(week)}?done=voided`
  },
)

export default function BatchVoidScreen({ loaderData: { week, name, batch } }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(batch.total, t.language)
  return (
    <SmallAct
      record={t('page.weekActs.voidBatch.title', { amount })}
      from={t('page.week.approval.back', { number: weekNumber(week) })}
      back={`/admin/weekly/${name}`}
      facts={{ week: weekNumber(week), amount, payments: batch.payments }}
      question={t('page.weekActs.voidBatch.title', { amount })}
      effect={t('page.weekActs.voidBatch.text', { count: batch.payments })}
      buttonWords={t('page.weekActs.voidBatch.submit')}
      barred={batch.state === 'exported' ? null : t('page.weekActs.payment.closed')}
    >
      <RecordFields of={batchVoiding} />
    </SmallAct>
  )
}

import { readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { withdrawDelivery } from '#features/accounting/month-deliveries/commands.server.ts'
import { findDelivery } from '#features/accounting/month-deliveries/queries.server.ts'
import { formatDayShort, formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const month = readMonth(params.month)
  const delivery = await findDelivery(month, [])
  if (!delivery) throw new Refusal('record.not-found')
  return { month, day: delivery.day, by: delivery.by }
})

export const action = confirms('month.withdraw', async (change, { params }: Route.ActionArgs) => {
  const month = readMonth(params.month)
  await withdrawDelivery(change, month)
  return `/admin/accounting/${month}?done=withdrawn`
})

/** Asks before the delivery of a month to the accountant is withdrawn. */
export default function WithdrawalScreen({ loaderData: { month, day, by } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={formatMonth(month, t.language)}
      from={t('common.back')}
      facts={{ delivered: formatDayShort(day, t.language), by }}
      question={t('page.accounting.delivery.back.title')}
      effect={t('page.accounting.delivery.back.text', { day: formatDayShort(day, t.language) })}
      buttonWords={t('page.accounting.delivery.back.submit')}
    />
  )
}

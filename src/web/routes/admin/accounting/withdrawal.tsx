import { z } from 'zod'
import { readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { withdrawDelivery } from '#features/accounting/month-deliveries/commands.server.ts'
import { findDelivery } from '#features/accounting/month-deliveries/queries.server.ts'
import { formatDayShort, formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const month = readMonth(params.month)
  const delivery = await findDelivery(month, [])
  if (!delivery) throw new Refusal('record.not-found')
  return { month, day: delivery.day }
})

export const action = saves('month.withdraw', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  const month = readMonth(params.month)
  await withdrawDelivery(deed, month)
  return `/admin/accounting/${month}?done=withdrawn`
})

/** Asks before a month is no longer with the accountant. */
export default function WithdrawalScreen({ loaderData: { month, day } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/accounting/${month}`
  return (
    <>
      <PageHead title={formatMonth(month, t.language)} back={{ to: back, label: formatMonth(month, t.language) }} />
      <ConfirmForm
        title={t('page.accounting.delivery.back.title')}
        text={t('page.accounting.delivery.back.text', { day: formatDayShort(day, t.language) })}
        submit={t('page.accounting.delivery.back.submit')}
        back={back}
      />
    </>
  )
}

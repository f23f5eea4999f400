import { monthAt, readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { deliverMonth } from '#features/accounting/month-deliveries/commands.server.ts'
import { figuresOf } from '#features/accounting/month-deliveries/queries.server.ts'
import { deliveringMonth, seenFigures } from '#features/accounting/month-deliveries/schema.ts'
import { sumsOf } from '#features/accounting/month-files/queries.server.ts'
import { sumMonth } from '#features/accounting/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { formatMonth, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/delivery.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const month = readMonth(params.month)
  if (month >= monthAt(now)) throw new Refusal('month.runs')
  const view = await sumMonth(month)
  return {
    month,
    weeks: view.weeks.map(({ week }) => weekNumber(week)).join(', '),
    isWhole: view.weeks.every(({ missing }) => missing === 0),
    seen: seenFigures(figuresOf(view, await sumsOf(view, await reconcileMonth(view)))),
  }
})

export const action = saves(
  'month.deliver',
  deliveringMonth,
  async (change, { seen }, { params }: Route.ActionArgs) => {
    const month = readMonth(params.month)
    await deliverMonth(change, month, seen)
    return `/admin/accounting/${month}?done=delivered`
  },
)

/** Asks whether the accountant has the month, with the figures that are then recorded. */
export default function DeliveryScreen({ loaderData: { month, isWhole, weeks, seen } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={formatMonth(month, t.language)}
      from={t('common.back')}
      facts={{ weeks }}
      question={t('page.accounting.delivery.title')}
      effect={t('page.accounting.delivery.ask')}
      buttonWords={t('page.accounting.delivery.submit')}
      kind="primary"
    >
      <input type="hidden" name="seen" value={seen} />
      {isWhole ? null : <Notice tone="warn">{t('page.accounting.delivery.notYet')}</Notice>}
    </SmallAct>
  )
}

import { ZERO, basisPoints, minus, share, sum } from '#domain/money.ts'
import { MAX_INSTALMENTS } from '#domain/plan.ts'
import type { AdvanceForecast, PlanOutline } from '#features/plans/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Look } from '#web/parts/look.tsx'
import { ExpectedWeeks } from '#web/parts/plan-parts.tsx'
import { Words } from '#web/ui/layout.tsx'

type Props = {
  /** The plan worked out from what is typed; `null` while that makes no plan. */
  seen: { plan: PlanOutline; forecast: AdvanceForecast } | null
  drivers: readonly { id: string; name: string }[]
}

/** What a plan takes from each week of its driver, while it is being typed. */
export function PlanLook({ seen, drivers }: Props) {
  const t = useT()
  return (
    <Look title={t('page.plans.form.look.title')}>
      {seen ? (
        <PlanResult {...seen} drivers={drivers} />
      ) : (
        <Words look="soft">{t('page.plans.form.look.wait', { most: MAX_INSTALMENTS })}</Words>
      )}
    </Look>
  )
}

function PlanResult({ plan, forecast, drivers }: NonNullable<Props['seen']> & Pick<Props, 'drivers'>) {
  const t = useT()
  const last = forecast.coming?.at(-1)
  const name = drivers.find(({ id }) => id === plan.driver)?.name ?? ''
  const owed = sum([plan.total, minus(plan.down ?? ZERO)])
  const cost = share(owed, plan.interest ?? basisPoints(0))
  return (
    <>
      {last ? (
        <Words>
          {t('page.plans.form.look.ends', {
            name,
            amount: formatMoney(sum([owed, cost]), t.language),
            number: weekNumber(last.week),
          })}
        </Words>
      ) : null}
      <ExpectedWeeks forecast={forecast} asked={plan.count} whose="driver" />
    </>
  )
}

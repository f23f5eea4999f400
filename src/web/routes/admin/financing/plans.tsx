import { listAllRecurring } from '#features/adjustments/queries.server.ts'
import { listPlans } from '#features/plans/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { RecurringTable } from '#web/parts/recurring-table.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/plans.ts'
import { PLANS } from './agreed.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [page, rules] = await Promise.all([listPage(PLANS, listPlans(asking.now), args, asking), listAllRecurring()])
  return { page, rules }
})

/** The plans, and the weekly credits and debits. */
export default function PlansScreen({ loaderData: { page, rules } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={PLANS}
      shown={page}
      subtitle={t('page.plans.subtitle')}
      actions={
        <>
          <LinkButton to="/admin/financing/new?kind=deposit">{t('page.plans.addDeposit')}</LinkButton>
          <LinkButton kind="primary" to="/admin/financing/new" icon="plus">
            {t('page.plans.add')}
          </LinkButton>
        </>
      }
      after={
        rules.length > 0 ? (
          <Section title={t('page.adjustments.recurring.title')}>
            <RecurringTable rules={rules} caption={t('page.adjustments.recurring.all')} showsDriver />
          </Section>
        ) : null
      }
    />
  )
}

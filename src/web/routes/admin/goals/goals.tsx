import { useSearchParams } from 'react-router'
import { listCompanyGoals, listRemovableGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { listGoalViews } from '#features/adjustments/goals/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/goals.ts'
import { CompanyGoalVersions } from './company-goal-versions.tsx'
import { GOALS } from './promised.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [page, company, versions] = await Promise.all([
    listPage(GOALS, listGoalViews(asking.now), args, asking),
    listCompanyGoals(asking.now),
    listRemovableGoals(asking.now),
  ])
  return { page, company, versions }
})

/** The goals for trips, income or hours, and the state of the running periods. */
export default function GoalsScreen({ loaderData: { page, company, versions } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.goals.done.${query.get('done') ?? ''}`)
  return (
    <ListScreen
      of={GOALS}
      shown={page}
      subtitle={t('page.goals.subtitle')}
      actions={
        <LinkButton kind="primary" to="/admin/goals/new" icon="plus">
          {t('page.goals.add')}
        </LinkButton>
      }
      after={
        <Section title={t('page.goals.company.title')}>
          <Stack>
            <Words look="soft">{t(`page.goals.company.${company.length === 0 ? 'empty' : 'text'}`)}</Words>
            <CompanyGoals goals={company} />
            {versions.length > 0 ? (
              <>
                <Words>{t('page.goals.company.removal.how')}</Words>
                <CompanyGoalVersions versions={versions} />
              </>
            ) : null}
            <div>
              <LinkButton to="/admin/goals/company/new">{t('page.goals.company.add')}</LinkButton>
            </div>
          </Stack>
        </Section>
      }
    >
      {done ? <Done>{done}</Done> : null}
    </ListScreen>
  )
}

import { weekAt } from '#domain/week.ts'
import { setCompanyGoal } from '#features/adjustments/company-goals/commands.server.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { companyGoalInput, companyGoalRecord } from '#features/adjustments/company-goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-company-goal.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  week: weekAt(now),
  goals: await listCompanyGoals(now),
}))

export const action = saves('company-goal.set', companyGoalInput, async (change, input) => {
  await setCompanyGoal(change, input)
  return '/admin/goals?done=company'
})

/** A goal of the company for each week or month, from a period on. */
export default function NewCompanyGoalScreen({ loaderData: { week, goals } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.goals.company.add')} back={{ to: '/admin/goals', label: t('page.goals.title') }} />
      <SideBySide>
        <Form of={companyGoalRecord} values={{ measure: 'income', period: 'month', from: week }}>
          <Actions>
            <SubmitButton>{t('page.goals.company.form.submit')}</SubmitButton>
            <LinkButton to="/admin/goals" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        {goals.length > 0 ? (
          <Section title={t('page.goals.company.current')}>
            <CompanyGoals goals={goals} columns={2} />
          </Section>
        ) : null}
      </SideBySide>
    </>
  )
}

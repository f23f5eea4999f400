import { PERIODS } from '#domain/goal.ts'
import { weekAt } from '#domain/week.ts'
import { setCompanyGoal } from '#features/adjustments/company-goals/commands.server.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { MEASURES, companyGoalInput } from '#features/adjustments/company-goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { ReasonField } from '#web/parts/money-fields.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ChoiceField, DateField, FieldRow, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside } from '#web/ui/layout.tsx'
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

/** What the company wants of a week or a month, from a period on. */
export default function NewCompanyGoalScreen({ loaderData: { week, goals } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.goals.company.add')} back={{ to: '/admin/goals', label: t('page.goals.title') }} />
      <Beside>
        <Form>
          <ChoiceField
            name="measure"
            label={t('page.goals.company.form.measure')}
            defaultValue="income"
            options={MEASURES.map((value) => ({ value, label: t(`page.goals.company.measures.${value}`) }))}
            required
          />
          <ChoiceField
            name="period"
            label={t('page.goals.form.period')}
            defaultValue="month"
            options={PERIODS.map((value) => ({ value, label: t(`page.goals.periods.${value}`) }))}
            required
          />
          <FieldRow>
            <TextField
              name="target"
              label={t('page.goals.company.form.target')}
              help={t('page.goals.company.form.targetHelp')}
              inputMode="decimal"
            />
            <DateField
              name="from"
              label={t('page.goals.form.from')}
              help={t('page.goals.form.fromHelp')}
              defaultValue={week}
              required
            />
          </FieldRow>
          <ReasonField />
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
      </Beside>
    </>
  )
}

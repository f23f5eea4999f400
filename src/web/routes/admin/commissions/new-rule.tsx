import { nextWeek, weekAt } from '#domain/week.ts'
import { addRule } from '#features/adjustments/referrals/commands.server.ts'
import { listRules } from '#features/adjustments/referrals/queries.server.ts'
import { ruleInput, ruleRecord } from '#features/adjustments/referrals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-rule.ts'
import { Rules } from './rules.tsx'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  now: weekAt(now),
  first: nextWeek(weekAt(now)),
  rules: await listRules(),
}))

export const action = saves('commission-rule.add', ruleInput, async (change, input) => {
  await addRule(change, input)
  return '/admin/commissions?done=rule'
})

/** The reward of referrals from a Monday on: how much, for how many weeks, after what, and what undoes it. */
export default function NewRuleScreen({ loaderData: { now, first, rules } }: Route.ComponentProps) {
  const t = useT()
  const values = {
    side: 'referrer',
    name: t('page.rewards.ruleForm.usualName'),
    from: first,
    kind: 'fixed',
    weeks: 1,
    first: 1,
    minWeeks: 4,
    minTrips: 0,
    hold: 0,
    clawback: 0,
  }
  return (
    <>
      <PageHead
        title={t('page.rewards.ruleForm.title')}
        back={{ to: '/admin/commissions', label: t('page.rewards.title') }}
      />
      <SideBySide>
        <Form of={ruleRecord} values={values}>
          <Actions>
            <SubmitButton>{t('page.rewards.ruleForm.submit')}</SubmitButton>
            <LinkButton to="/admin/commissions" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        <Rules rules={rules} now={now} />
      </SideBySide>
    </>
  )
}

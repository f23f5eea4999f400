import { REWARD_BASES, SIDES } from '#domain/commission.ts'
import { nextWeek, weekAt } from '#domain/week.ts'
import { addRule } from '#features/adjustments/referrals/commands.server.ts'
import { listRules } from '#features/adjustments/referrals/queries.server.ts'
import { RULE_KINDS, ruleInput, ruleName } from '#features/adjustments/referrals/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ReasonField } from '#web/parts/money-fields.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ChoiceField, DateField, FieldRow, MoneyField, SelectField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside } from '#web/ui/layout.tsx'
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

/** What is promised from a Monday on: how much, for how many weeks, after what, and what undoes it. */
export default function NewRuleScreen({ loaderData: { now, first, rules } }: Route.ComponentProps) {
  const t = useT()
  const count = (
    name: 'first' | 'weeks' | 'minWeeks' | 'minTrips' | 'hold' | 'clawback',
    usual: number,
    help?: string,
  ) => (
    <TextField
      name={name}
      label={t(`page.rewards.ruleForm.${name}`)}
      {...(help ? { help } : {})}
      inputMode="numeric"
      defaultValue={String(usual)}
      required
    />
  )
  return (
    <>
      <PageHead
        title={t('page.rewards.ruleForm.title')}
        back={{ to: '/admin/commissions', label: t('page.rewards.title') }}
      />
      <Beside>
        <Form>
          <ChoiceField
            name="side"
            label={t('page.rewards.ruleForm.side')}
            defaultValue="referrer"
            options={SIDES.map((value) => ({ value, label: t(`page.rewards.sides.${value}`) }))}
            required
          />
          <FieldRow>
            <TextField
              name="name"
              label={t('page.rewards.ruleForm.name')}
              help={t('page.rewards.ruleForm.nameHelp')}
              defaultValue={t('page.rewards.ruleForm.usualName')}
              {...limitsOf(ruleName)}
            />
            <DateField
              name="from"
              label={t('page.rewards.ruleForm.from')}
              help={t('page.rewards.ruleForm.fromHelp')}
              defaultValue={first}
              required
            />
          </FieldRow>
          <ChoiceField
            name="kind"
            label={t('page.rewards.ruleForm.kind')}
            defaultValue="fixed"
            options={RULE_KINDS.map((value) => ({ value, label: t(`page.rewards.kinds.${value}`) }))}
            required
          />
          <FieldRow>
            <MoneyField name="amount" label={t('page.rewards.ruleForm.amount')} />
            <TextField
              name="rate"
              label={t('page.rewards.ruleForm.rate')}
              inputMode="decimal"
              placeholder={formatAmount(500, t.language)}
            />
            <SelectField
              name="base"
              label={t('page.rewards.ruleForm.base')}
              options={REWARD_BASES.map((value) => ({ value, label: t(`page.rewards.bases.${value}`) }))}
            />
          </FieldRow>
          <FieldRow>
            {count('weeks', 1, t('page.rewards.ruleForm.weeksHelp'))}
            {count('first', 1, t('page.rewards.ruleForm.firstHelp'))}
          </FieldRow>
          <FieldRow>
            {count('minWeeks', 4)}
            {count('minTrips', 0, t('page.rewards.ruleForm.minTripsHelp'))}
          </FieldRow>
          <FieldRow>
            {count('hold', 0)}
            <MoneyField name="cap" label={t('page.rewards.ruleForm.cap')} help={t('page.rewards.ruleForm.capHelp')} />
            {count('clawback', 0, t('page.rewards.ruleForm.clawbackHelp'))}
          </FieldRow>
          <ReasonField />
          <Actions>
            <SubmitButton>{t('page.rewards.ruleForm.submit')}</SubmitButton>
            <LinkButton to="/admin/commissions" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        <Rules rules={rules} now={now} />
      </Beside>
    </>
  )
}

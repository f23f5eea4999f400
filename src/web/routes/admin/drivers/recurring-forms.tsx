import type { Week } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import { DirectionField, ReasonField } from '#web/parts/money-fields.tsx'
import { Section } from '#web/ui/card.tsx'
import { DateField, FieldRow, MoneyField, type Option, SelectField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'

type Sent = { first: Week }

export function AddRecurring({ kinds, first }: Sent & { kinds: readonly Option[] }) {
  const t = useT()
  return (
    <Section title={t('page.adjustments.recurring.add')}>
      <Form intent="add">
        <DirectionField />
        <FieldRow>
          <SelectField
            name="kind"
            label={t('page.adjustments.form.kind')}
            options={kinds}
            defaultValue="other"
            required
          />
          <MoneyField name="amount" label={t('page.adjustments.recurring.amount')} required />
        </FieldRow>
        <ReasonField help={t('page.adjustments.form.reasonHelp')} />
        <FieldRow>
          <DateField
            name="first"
            label={t('page.adjustments.recurring.first')}
            help={t('page.adjustments.recurring.anyDay')}
            defaultValue={first}
            required
          />
          <DateField
            name="last"
            label={t('page.adjustments.recurring.last')}
            help={t('page.adjustments.recurring.lastHelp')}
          />
        </FieldRow>
        <MoneyField
          name="total"
          label={t('page.adjustments.recurring.total')}
          help={t('page.adjustments.recurring.totalHelp')}
        />
        <div>
          <SubmitButton>{t('page.adjustments.recurring.add')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

export function PauseRecurring({ rules, first }: Sent & { rules: readonly Option[] }) {
  const t = useT()
  return (
    <Section title={t('page.adjustments.recurring.pause')}>
      <Form intent="pause">
        <FieldRow>
          <SelectField name="rule" label={t('page.adjustments.recurring.which')} options={rules} required />
          <DateField name="week" label={t('page.adjustments.recurring.week')} defaultValue={first} required />
        </FieldRow>
        <ReasonField />
        <div>
          <SubmitButton kind="outlined">{t('page.adjustments.recurring.pause')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

export function StopRecurring({ rules }: Sent & { rules: readonly Option[] }) {
  const t = useT()
  return (
    <Section title={t('page.adjustments.recurring.stop')}>
      <Form intent="stop">
        <SelectField name="rule" label={t('page.adjustments.recurring.which')} options={rules} required />
        <ReasonField />
        <div>
          <SubmitButton kind="danger">{t('page.adjustments.recurring.stop')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

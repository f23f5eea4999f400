import type { Week } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { DirectionField, ReasonField } from '#web/parts/money-fields.tsx'
import { Section } from '#web/ui/card.tsx'
import { DateField, FieldRow, MoneyField, type Option, SelectField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'

type Sent = { first: Week; reply: Reply | undefined }

/** What came back belongs to the form that was sent. */
function own(reply: Reply | undefined, intent: string): Reply | undefined {
  return reply?.values['intent'] === intent ? reply : undefined
}

export function AddRecurring({ kinds, first, reply: sent }: Sent & { kinds: readonly Option[] }) {
  const t = useT()
  const reply = own(sent, 'add')
  return (
    <Section title={t('page.adjustments.recurring.add')}>
      <Form reply={reply}>
        <input type="hidden" name="intent" value="add" />
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

export function PauseRecurring({ rules, first, reply: sent }: Sent & { rules: readonly Option[] }) {
  const t = useT()
  const reply = own(sent, 'pause')
  return (
    <Section title={t('page.adjustments.recurring.pause')}>
      <Form reply={reply}>
        <input type="hidden" name="intent" value="pause" />
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

export function StopRecurring({ rules, reply: sent }: Sent & { rules: readonly Option[] }) {
  const t = useT()
  const reply = own(sent, 'stop')
  return (
    <Section title={t('page.adjustments.recurring.stop')}>
      <Form reply={reply}>
        <input type="hidden" name="intent" value="stop" />
        <SelectField name="rule" label={t('page.adjustments.recurring.which')} options={rules} required />
        <ReasonField />
        <div>
          <SubmitButton kind="danger">{t('page.adjustments.recurring.stop')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

import type { Week } from '#domain/week.ts'
import { pauseRecord, recurringRecord, stopRecord } from '#features/adjustments/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import type { Option } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'

type Sent = { first: Week }

export function AddRecurring({ first }: Sent) {
  const t = useT()
  return (
    <Section title={t('page.adjustments.recurring.add')}>
      <Form of={recurringRecord} intent="add" values={{ direction: 'debit', kind: 'other', first }}>
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
      <Form of={pauseRecord} intent="pause" values={{ rule: rules[0]?.value, week: first }} offered={{ rule: rules }}>
        <div>
          <SubmitButton kind="outlined">{t('page.adjustments.recurring.pause')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

export function StopRecurring({ rules }: { rules: readonly Option[] }) {
  const t = useT()
  return (
    <Section title={t('page.adjustments.recurring.stop')}>
      <Form of={stopRecord} intent="stop" values={{ rule: rules[0]?.value }} offered={{ rule: rules }}>
        <div>
          <SubmitButton kind="danger">{t('page.adjustments.recurring.stop')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

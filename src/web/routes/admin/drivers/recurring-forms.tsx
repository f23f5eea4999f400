import type { Week } from '#domain/week.ts'
import { type RecurringView, pauseRecord, recurringRecord, stopRecord } from '#features/adjustments/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
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

/** Skipped weeks that have no statement yet, and stopped rules: each may go on after all. */
export function TakeRecurringBack({ rules }: { rules: readonly RecurringView[] }) {
  const t = useT()
  const nameOf = ({ reason, amount }: RecurringView) => `${reason} · ${formatMoney(amount, t.language)}`
  const skipped = rules.flatMap((rule) =>
    rule.stopped === null ? rule.openPauses.map((week) => ({ rule, week })) : [],
  )
  const stopped = rules.filter((rule) => rule.stopped !== null && !rule.isOver)
  if (skipped.length + stopped.length === 0) return null
  return (
    <ul>
      {skipped.map(({ rule, week }) => (
        <li key={`${rule.id} ${week}`}>
          {t('page.adjustments.recurring.isSkipped', { name: nameOf(rule), number: weekNumber(week) })}
          <Form intent="unpause" quiet>
            <input type="hidden" name="rule" value={rule.id} />
            <input type="hidden" name="week" value={week} />
            <div>
              <SubmitButton kind="text">{t('page.adjustments.recurring.unpause')}</SubmitButton>
            </div>
          </Form>
        </li>
      ))}
      {stopped.map((rule) => (
        <li key={rule.id}>
          {t('page.adjustments.recurring.isStopped', { name: nameOf(rule) })}
          <Form intent="resume" quiet>
            <input type="hidden" name="rule" value={rule.id} />
            <div>
              <SubmitButton kind="text">{t('page.adjustments.recurring.resume')}</SubmitButton>
            </div>
          </Form>
        </li>
      ))}
    </ul>
  )
}

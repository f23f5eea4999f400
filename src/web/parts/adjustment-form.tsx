import type { ReactNode } from 'react'
import type { Cents } from '#domain/money.ts'
import type { ManualKind } from '#domain/settlement-types.ts'
import { type Week } from '#domain/week.ts'
import { adjustmentRecord } from '#features/adjustments/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'

type Props = {
  on: Week
  frozen: Week | null
  /** The values of the fields before anybody types. */
  filled?: { direction: 'debit' | 'credit'; kind: ManualKind; amount: Cents | null; reason: string }
  submit?: string
  children?: ReactNode
}

/** The form of a credit or debit by hand. `frozen`: the week that was asked for, if it is issued already. */
export function AdjustmentForm({ on, frozen, filled, submit, children }: Props) {
  const t = useT()
  const number = weekNumber(on)
  return (
    <Form
      of={adjustmentRecord}
      values={filled ?? { direction: 'debit' }}
      above={
        <p>
          {frozen
            ? t('page.adjustments.form.moved', { frozen: weekNumber(frozen), number })
            : t('page.adjustments.form.text', { number })}
        </p>
      }
    >
      {children}
      <div>
        <SubmitButton>{submit ?? t('page.adjustments.form.submit')}</SubmitButton>
      </div>
    </Form>
  )
}

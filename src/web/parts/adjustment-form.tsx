import type { ManualKind } from '#domain/settlement-types.ts'
import { MANUAL_KINDS } from '#domain/settlement-types.ts'
import { type Week } from '#domain/week.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { FileDrop, MoneyField, SelectField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { DirectionField, ReasonField } from './money-fields.tsx'

type Props = {
  on: Week
  frozen: Week | null
  /** What the fields say before anybody types. */
  filled?: { direction: 'debit' | 'credit'; kind: ManualKind; amount: string; reason: string }
  submit?: string
}

/** A credit or debit by hand: which way, what it is, how much and why. `frozen` is the week that was asked for and is issued. */
export function AdjustmentForm({ on, frozen, filled, submit }: Props) {
  const t = useT()
  const number = weekNumber(on)
  const kinds = MANUAL_KINDS.map((kind: ManualKind) => ({
    value: kind,
    label: t(`page.adjustments.form.kinds.${kind}`),
  }))
  return (
    <Form encType="multipart/form-data">
      <p>
        {frozen
          ? t('page.adjustments.form.moved', { frozen: weekNumber(frozen), number })
          : t('page.adjustments.form.text', { number })}
      </p>
      <DirectionField {...(filled ? { usual: filled.direction } : {})} />
      <SelectField
        name="kind"
        label={t('page.adjustments.form.kind')}
        options={kinds}
        {...(filled ? { defaultValue: filled.kind } : {})}
        required
      />
      <MoneyField
        name="amount"
        label={t('page.adjustments.form.amount')}
        {...(filled ? { defaultValue: filled.amount } : {})}
        required
      />
      <ReasonField help={t('page.adjustments.form.reasonHelp')} {...(filled ? { usual: filled.reason } : {})} />
      <FileDrop
        name="attachment"
        label={t('page.adjustments.form.attachment')}
        help={t('page.adjustments.form.attachmentHelp')}
        multiple={false}
      />
      <div>
        <SubmitButton>{submit ?? t('page.adjustments.form.submit')}</SubmitButton>
      </div>
    </Form>
  )
}

import type { Week } from '#domain/week.ts'
import { limitsOf } from '#forms/record.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ChoiceField, DateField, FieldRow, FileDrop, TextField } from '#web/ui/fields.tsx'

/** Why money is added, taken or owed; `help` says who reads it. */
export function ReasonField({ help, usual }: { help?: string; usual?: string }) {
  const t = useT()
  return (
    <TextField
      name="reason"
      label={t('page.adjustments.form.reason')}
      help={help}
      {...(usual === undefined ? {} : { defaultValue: usual })}
      {...limitsOf(adjustmentReason)}
    />
  )
}

/** In how many weeks, and from which one on. */
export function InstalmentFields({ count, first }: { count: number; first: Week }) {
  const t = useT()
  return (
    <FieldRow>
      <TextField
        name="count"
        label={t('page.plans.form.count')}
        inputMode="numeric"
        defaultValue={String(count)}
        required
      />
      <DateField
        name="first"
        label={t('page.plans.form.first')}
        help={t('page.plans.form.firstHelp')}
        defaultValue={first}
        required
      />
    </FieldRow>
  )
}

/** Whether money is taken or given; an amount is never typed with a sign. */
export function DirectionField({ usual = 'debit' }: { usual?: 'debit' | 'credit' }) {
  const t = useT()
  return (
    <ChoiceField
      name="direction"
      label={t('page.adjustments.form.direction')}
      defaultValue={usual}
      options={(['debit', 'credit'] as const).map((value) => ({ value, label: t(`page.adjustments.form.${value}`) }))}
      required
    />
  )
}

/** The paper that proves where an amount of a plan comes from or that it was paid. */
export function ProofField({ required = false }: { required?: boolean }) {
  const t = useT()
  return (
    <FileDrop
      name="proof"
      label={t('page.plans.form.proof')}
      help={t('page.plans.form.proofHelp')}
      multiple={false}
      required={required}
    />
  )
}

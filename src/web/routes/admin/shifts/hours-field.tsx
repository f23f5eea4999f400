import { type Hours, SHIFT_KINDS, USUAL_HOURS, kindOf } from '#domain/shift.ts'
import { useT } from '#web/i18n.tsx'
import { UnderChoice } from '#web/ui/form.tsx'
import { ChoiceField, FieldRow, TimeField } from '#web/ui/fields.tsx'

/** The usual hours of a day or a night, or others to be typed. */
export function HoursField({ hours }: { hours: Hours }) {
  const t = useT()
  const ownHours = (
    <UnderChoice>
      <FieldRow>
        <TimeField name="starts" label={t('page.shifts.form.starts')} defaultValue={hours.starts} required />
        <TimeField
          name="ends"
          label={t('page.shifts.form.ends')}
          help={t('page.shifts.form.endsHelp')}
          defaultValue={hours.ends}
          required
        />
      </FieldRow>
    </UnderChoice>
  )
  return (
    <ChoiceField
      name="hours"
      label={t('page.shifts.form.hours')}
      options={SHIFT_KINDS.map((kind) => ({
        value: kind,
        label: kind === 'own' ? t('page.shifts.form.own') : t(`page.shifts.form.${kind}`, { ...USUAL_HOURS[kind] }),
      }))}
      defaultValue={kindOf(hours)}
      under={{ own: ownHours }}
      required
    />
  )
}

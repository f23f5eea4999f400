import { WEEKDAYS, type Hours } from '#domain/shift.ts'
import { patternRecord } from '#features/fleet/shifts/schema.ts'
import { dayName } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { Option } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { HoursField } from './hours-field.tsx'

type Props = {
  cars: readonly Option[]
  drivers: readonly Option[]
  shown: Hours & { vehicleId: string; driverId: string; weekdays: readonly number[]; from: string; until: string }
  submit: string
}

/** Who has a car on which days of each week, from a day on. */
export function PatternForm({ cars, drivers, shown, submit }: Props) {
  const t = useT()
  const weekdays = WEEKDAYS.map((day) => ({ value: day, label: dayName(Number(day), t.language) }))
  return (
    <Form
      of={patternRecord}
      values={{ ...shown, weekdays: shown.weekdays.map(String) }}
      offered={{ vehicleId: cars, driverId: drivers, weekdays }}
      drawn={{ hours: <HoursField hours={shown} /> }}
    >
      <Actions>
        <SubmitButton>{submit}</SubmitButton>
        <LinkButton to="/admin/vehicles/shifts" kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

import { WEEKDAYS, type Hours } from '#domain/shift.ts'
import { dayName } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DateField, FieldRow, type Option, SelectField, TickList } from '#web/ui/fields.tsx'
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
  return (
    <Form>
      <SelectField
        name="vehicleId"
        label={t('page.shifts.form.car')}
        empty={t('page.shifts.form.chooseCar')}
        options={cars}
        defaultValue={shown.vehicleId}
        required
      />
      <SelectField
        name="driverId"
        label={t('page.shifts.form.driver')}
        empty={t('page.fleet.periods.chooseDriver')}
        options={drivers}
        defaultValue={shown.driverId}
        required
      />
      <HoursField hours={shown} />
      <TickList
        name="weekdays"
        label={t('page.shifts.form.weekdays')}
        options={WEEKDAYS.map((day) => ({ value: day, label: dayName(Number(day), t.language) }))}
        ticked={shown.weekdays.map(String)}
      />
      <FieldRow>
        <DateField
          name="from"
          label={t('page.shifts.form.from')}
          help={t('page.shifts.form.fromHelp')}
          defaultValue={shown.from}
          required
        />
        <DateField
          name="until"
          label={t('page.shifts.form.until')}
          help={t('page.shifts.form.untilHelp')}
          defaultValue={shown.until}
        />
      </FieldRow>
      <Actions>
        <SubmitButton>{submit}</SubmitButton>
        <LinkButton to="/admin/vehicles/shifts" kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

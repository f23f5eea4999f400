import { showPlate } from '#domain/identifiers.ts'
import { weekName, weekOf } from '#domain/week.ts'
import { addShift, notifyOfChange } from '#features/fleet/shifts/commands.server.ts'
import { readDayOf } from '#features/fleet/shifts/queries.server.ts'
import { shiftInput, shiftRecord } from '#features/fleet/shifts/schema.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Words } from '#web/ui/layout.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import { driverOptions } from '../vehicles/driver-options.server.ts'
import type { Route } from './+types/new-shift.ts'
import { askedHours } from './asked-hours.ts'
import { HoursField } from './hours-field.tsx'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now, t }) => {
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  const { id, plate } = await getVehicle(parameter('car'))
  return {
    vehicleId: id,
    plate: showPlate(plate),
    day: readDayOf(parameter('day')),
    hours: askedHours(url),
    drivers: await driverOptions(now, { withFormer: false, given: { vehicleId: id, t } }),
  }
})

export const action = saves('shift.add', shiftInput, async (change, input) => {
  await addShift(change, input)
  await notifyOfChange(change, [input.driverId], input)
  return `/admin/vehicles/week/${weekName(weekOf(Temporal.PlainDate.from(input.day)))}?done=added`
})

export default function NewShiftScreen({
  loaderData: { vehicleId, plate, day, hours, drivers },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={plate}
      from={t('page.shifts.title')}
      facts={{ vehicle: plate, at: formatDay(day, t.language) }}
      question={t('page.shifts.add.title')}
      effect={t('page.shifts.add.text', { plate, day: formatDay(day, t.language) })}
      buttonWords={t('page.shifts.add.submit')}
      kind="primary"
      unchanged={t('page.shifts.moneyFollows')}
    >
      <input type="hidden" name="vehicleId" value={vehicleId} />
      <input type="hidden" name="day" value={day} />
      <RecordFields of={shiftRecord} offered={{ driverId: drivers }} drawn={{ hours: <HoursField hours={hours} /> }} />
      <Words look="small">
        <Link to={`/admin/vehicles/shifts/offer?car=${vehicleId}&day=${day}&starts=${hours.starts}&ends=${hours.ends}`}>
          {t('page.shifts.requests.offer.link')}
        </Link>
      </Words>
    </SmallAct>
  )
}

import { showPlate } from '#domain/identifiers.ts'
import { weekName, weekOf } from '#domain/week.ts'
import { changeShift, notifyOfChange } from '#features/fleet/shifts/commands.server.ts'
import { type ShiftKey, getPattern, getShift, namesOf, readDayOf } from '#features/fleet/shifts/queries.server.ts'
import { shiftChange, shiftChangeRecord } from '#features/fleet/shifts/schema.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Link } from '#web/links.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import { Words } from '#web/ui/layout.tsx'
import { driverOptions } from '../vehicles/driver-options.server.ts'
import type { Route } from './+types/shift.ts'
import { HoursField } from './hours-field.tsx'

/** `0600` of an address is `06:00`. */
function keyOf({ car, day, starts }: { car: string; day: string; starts: string }): ShiftKey {
  return { vehicleId: car.toLowerCase(), day: readDayOf(day), starts: `${starts.slice(0, 2)}:${starts.slice(2)}` }
}

export const loader = shows(async ({ params }: Route.LoaderArgs, { now, t }) => {
  const key = keyOf(params)
  const shift = await getShift(key)
  const { plate } = await getVehicle(shift.vehicleId)
  const pattern = shift.patternId === null ? null : await getPattern(shift.patternId)
  const names = await namesOf([shift.driverId])
  const { day, driverId, starts, ends } = shift
  return {
    plate: showPlate(plate),
    day,
    driverId,
    driver: names.get(driverId ?? '') ?? null,
    hours: { starts, ends },
    // A plan for this day alone can go back to the pattern.
    usual:
      pattern && shift.shiftId !== null ? { driver: pattern.driver, hours: `${pattern.starts}–${pattern.ends}` } : null,
    patternId: pattern?.id ?? null,
    drivers: await driverOptions(now, { withFormer: false, given: { vehicleId: shift.vehicleId, t } }),
  }
})

export const action = saves('shift.change', shiftChange, async (change, input, { params }: Route.ActionArgs) => {
  const key = keyOf(params)
  const drivers = await changeShift(change, key, input)
  await notifyOfChange(change, drivers, { ...key, starts: input.starts, ends: input.ends })
  return `/admin/vehicles/week/${weekName(weekOf(Temporal.PlainDate.from(key.day)))}?done=changed`
})

export default function ShiftScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { plate, driver, hours } = loaderData
  const day = formatDay(loaderData.day, t.language)
  const written = `${hours.starts}–${hours.ends}`
  return (
    <SmallAct
      record={plate}
      from={t('page.shifts.title')}
      facts={{ vehicle: plate, at: `${day}, ${written}`, driver }}
      question={t('page.shifts.change.title')}
      effect={t('page.shifts.change.text', { plate, day, hours: written })}
      buttonWords={t('page.shifts.change.submit')}
      kind="primary"
      unchanged={t('page.shifts.moneyFollows')}
    >
      <Fields of={loaderData} />
    </SmallAct>
  )
}

/** The driver of the shift, and its hours. */
function Fields({ of: { driverId, usual, drivers, hours, patternId } }: { of: Route.ComponentProps['loaderData'] }) {
  const t = useT()
  const whose = [
    { value: 'nobody', label: t('page.shifts.form.nobody') },
    ...(usual ? [{ value: 'usual', label: t('page.shifts.form.usual', usual) }] : []),
    ...drivers,
  ]
  return (
    <>
      <input type="hidden" name="seen" value={driverId ?? ''} />
      <RecordFields
        of={shiftChangeRecord}
        values={{ whose: driverId ?? 'nobody' }}
        offered={{ whose }}
        drawn={{ hours: <HoursField hours={hours} /> }}
      />
      {patternId === null ? null : <OtherWeeksNote pattern={patternId} />}
    </>
  )
}

/** Says that the same shift in other weeks stays, with a link to change those. */
function OtherWeeksNote({ pattern }: { pattern: string }) {
  const t = useT()
  return (
    <Words look="small">
      {t('page.shifts.change.single')}{' '}
      <Link to={`/admin/vehicles/shifts/${pattern}`}>{t('page.shifts.change.pattern')}</Link>
    </Words>
  )
}

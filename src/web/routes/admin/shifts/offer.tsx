import { showPlate } from '#domain/identifiers.ts'
import { offerCar } from '#features/fleet/shift-requests/commands.server.ts'
import { offerRecord, slotText } from '#features/fleet/shift-requests/schema.ts'
import { readDayOf } from '#features/fleet/shifts/queries.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import { driverOptions } from '../vehicles/driver-options.server.ts'
import type { Route } from './+types/offer.ts'
import { askedHours } from './asked-hours.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now, t }) => {
  const { id, plate } = await getVehicle(url.searchParams.get('car') ?? '')
  return {
    slot: { vehicleId: id, day: readDayOf(url.searchParams.get('day') ?? ''), ...askedHours(url) },
    plate: showPlate(plate),
    drivers: await driverOptions(now, { withFormer: false, given: { vehicleId: id, t } }),
  }
})

export const action = saves('shift-request.offer', offerRecord.input, async (change, offer) => {
  await offerCar(change, offer)
  return '/admin/vehicles/shifts/requests?done=offered'
})

export default function OfferScreen({ loaderData: { slot, plate, drivers } }: Route.ComponentProps) {
  const t = useT()
  const hours = `${slot.starts}–${slot.ends}`
  const day = formatDay(slot.day, t.language)
  return (
    <SmallAct
      record={plate}
      from={t('page.shifts.title')}
      facts={{ vehicle: plate, at: `${day}, ${hours}` }}
      question={t('page.shifts.requests.offer.title')}
      effect={t('page.shifts.requests.offer.text', { plate, day, hours })}
      buttonWords={t('page.shifts.requests.offer.submit')}
      kind="primary"
      unchanged={t('page.shifts.moneyFollows')}
    >
      <input type="hidden" name="slot" value={slotText(slot)} />
      <RecordFields of={offerRecord} offered={{ to: drivers }} />
    </SmallAct>
  )
}

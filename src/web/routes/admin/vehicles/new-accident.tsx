import { driverAt } from '#domain/matching.ts'
import { showPlate } from '#domain/identifiers.ts'
import { recordAccident } from '#features/fleet/accidents/commands.server.ts'
import { accidentInput } from '#features/fleet/accidents/schema.ts'
import { getTicket } from '#features/support/tickets/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { findCounting } from '#features/papers/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { AccidentForm } from './accident-form.tsx'
import type { Route } from './+types/new-accident.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const ticketId = url.searchParams.get('ticket')
  // The driver's report in a ticket fills the form, so nobody types it again.
  const ticket = ticketId === null ? null : await getTicket(ticketId, now)
  const [{ id, plate }, assignments, insurance] = await Promise.all([
    getVehicle(params.id),
    listAssignments(params.id),
    findCounting({ holder: 'car', holderId: params.id, kind: 'car-insurance' }, now),
  ])
  const holder = driverAt(assignments, now)
  const held = assignments.find(({ driverId }) => driverId === holder)
  const driver = held ? { id: held.driverId, name: held.driver } : null
  return { id, plate, driver, insurance, known: { happenedAt: now.toString(), account: ticket?.words ?? '' } }
})

export const action = saves('accident.record', accidentInput, async (change, input, { params }: Route.ActionArgs) => {
  const id = await recordAccident(change, params.id, input)
  return `/admin/vehicles/${params.id}/accidents/${id}?done=record`
})

/** The known facts of an accident, beside what the insurer and the police ask about this car. */
export default function NewAccidentScreen({ loaderData }: Route.ComponentProps) {
  const { id, plate, driver, insurance, known } = loaderData
  const t = useT()
  return (
    <Section title={t('page.accidents.new')}>
      <Stack>
        <Words>{t('page.accidents.text')}</Words>
        <SideBySide>
          <AccidentForm accident={null} known={known} back={`/admin/vehicles/${id}/inspections`} />
          <Card title={t('page.accidents.ofCar')}>
            <Facts>
              <Fact name={t('page.fleet.vehicle.plate')}>{showPlate(plate)}</Fact>
              <Fact name={t('page.accidents.now')}>
                {driver ? <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link> : t('page.accidents.nobodyNow')}
              </Fact>
              <Fact name={t('page.accidents.otherPolicy')}>
                {insurance ? (
                  <Link to={`/admin/documents/${insurance.id}`}>
                    {insurance.number ?? t('page.accidents.unwritten')}
                  </Link>
                ) : (
                  <Link to={`/admin/vehicles/${id}/papers`}>{t('page.accidents.uninsured')}</Link>
                )}
              </Fact>
              {insurance?.expiresOn ? (
                <Fact name={t('page.accidents.insuredUntil')}>{formatDayShort(insurance.expiresOn, t.language)}</Fact>
              ) : null}
            </Facts>
          </Card>
        </SideBySide>
      </Stack>
    </Section>
  )
}

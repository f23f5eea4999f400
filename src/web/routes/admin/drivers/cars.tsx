import { href } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { readAlsoOn } from '#features/connections/acts/queries.server.ts'
import { listCars } from '#features/fleet/drivers/queries.server.ts'
import { giveCar } from '#features/fleet/vehicles/commands.server.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { carOfDriver, carOfDriverInput } from '#features/fleet/vehicles/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listDriving, listBarredDriversWithCar } from '#features/papers/readiness/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { cannotWords } from '#web/parts/driving-column.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { movesAlsoOn } from '../vehicles/also-on.server.ts'
import { AlsoOn } from '../vehicles/also-on.tsx'
import { FromFields } from '../vehicles/period-form.tsx'
import type { Route } from './+types/cars.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now, t }) => {
  const [cars, fleet, driving] = await Promise.all([listCars(params.id), listVehicles(now), listDriving(now)])
  const given = cars.find(({ vehicleId }) => vehicleId === url.searchParams.get('given'))
  const lacking = (id: string) =>
    driving.cars.get(id)?.missing.filter((requirement) => 'car' in requirement && requirement.car !== null) ?? []
  return {
    cars,
    also: await readAlsoOn(),
    barredDrivers: await listBarredDriversWithCar(given?.vehicleId ?? null, [params.id], dayAt(now)),
    isFirst: fleet.length === 0,
    others: fleet
      .filter(({ status, driverId }) => status !== 'sold' && driverId !== params.id)
      .map(({ id, plate, driver }) => ({
        id,
        plate: showPlate(plate),
        driver,
        why: cannotWords(lacking(id), t, 'car'),
      })),
  }
})

export const action = saves(
  'vehicle.assign',
  carOfDriverInput,
  async (change, { alsoOn: platforms, ...input }, { request, params }: Route.ActionArgs) => {
    await movesAlsoOn(change, input.vehicleId, { platforms, at: input.from ?? change.now }, () =>
      giveCar(change, params.id, input),
    )
    return wayBack(request) ?? `${withDone(href('/admin/drivers/:id/cars', params), 'added')}&given=${input.vehicleId}`
  },
)

type Loaded = Route.ComponentProps['loaderData']
type Car = Loaded['cars'][number]

export default function DriverCarsScreen({
  loaderData: { cars, isFirst, others, barredDrivers, also },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <ContractWay />
      <MayNotDrive drivers={barredDrivers} />
      <SideBySide list>
        {cars.length === 0 ? (
          <EmptyState
            title={t('page.fleet.cars.empty')}
            action={
              isFirst ? (
                <LinkButton to="/admin/vehicles/new" kind="primary" icon="plus">
                  {t('page.fleet.vehicles.create')}
                </LinkButton>
              ) : (
                <LinkButton to="/admin/vehicles">{t('page.fleet.cars.vehicles')}</LinkButton>
              )
            }
          >
            {t('page.fleet.cars.emptyText')}
          </EmptyState>
        ) : (
          <Section title={t('page.fleet.cars.title')}>
            <Table
              caption={t('page.fleet.cars.caption')}
              rows={cars}
              rowKey={({ id }) => id}
              href={({ vehicleId }) => `/admin/vehicles/${vehicleId}/drivers`}
              columns={columns(t)}
            />
          </Section>
        )}
        {others.length > 0 ? <GiveCar others={others} also={also} /> : null}
      </SideBySide>
    </Stack>
  )
}

/** Gives this driver a car, taking it from the present holder. */
function GiveCar({ others, also }: Pick<Loaded, 'others' | 'also'>) {
  const t = useT()
  const cars = others.map(({ id, plate, driver, why }) => ({
    value: id,
    label: (driver ? t('page.fleet.cars.heldBy', { plate, driver }) : plate) + why,
  }))
  return (
    <Section title={t('page.fleet.cars.give')}>
      <Form
        of={carOfDriver}
        offered={{ vehicleId: cars }}
        above={<p>{t('page.fleet.cars.giveText')}</p>}
        drawn={{ from: <FromFields />, also: <AlsoOn also={also} /> }}
      >
        <Actions>
          <SubmitButton>{t('page.fleet.cars.giveSubmit')}</SubmitButton>
        </Actions>
      </Form>
    </Section>
  )
}

function columns(t: ReturnType<typeof useT>): Column<Car>[] {
  return [
    {
      head: t('page.fleet.cars.columns.plate'),
      cell: ({ plate, make, model }) => [showPlate(plate), make, model].filter(Boolean).join(' '),
    },
    {
      head: t('page.fleet.cars.columns.from'),
      cell: ({ from }) => (from ? <Moment at={from} /> : t('page.fleet.open.from')),
    },
    {
      head: t('page.fleet.cars.columns.to'),
      cell: ({ to }) => (to ? <Moment at={to} /> : t('page.fleet.open.to')),
    },
  ]
}

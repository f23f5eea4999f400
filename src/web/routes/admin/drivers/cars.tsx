import { showPlate } from '#domain/identifiers.ts'
import { listCars } from '#features/drivers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/cars.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return listCars(params.id)
  })

type Car = Route.ComponentProps['loaderData'][number]

export default function DriverCarsScreen({ loaderData: cars }: Route.ComponentProps) {
  const t = useT()
  if (cars.length === 0) {
    return (
      <EmptyState
        title={t('page.fleet.cars.empty')}
        action={<LinkButton to="/admin/vehicles">{t('page.fleet.cars.vehicles')}</LinkButton>}
      >
        {t('page.fleet.cars.emptyText')}
      </EmptyState>
    )
  }
  return (
    <Section title={t('page.fleet.cars.title')}>
      <Table
        caption={t('page.fleet.cars.caption')}
        rows={cars}
        rowKey={({ id }) => id}
        href={({ vehicleId }) => `/admin/vehicles/${vehicleId}/drivers`}
        columns={columns(t)}
      />
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

import { firstOf } from '#domain/certain.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import type { CarIncome } from '#features/weeks/cars/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { ShareBar } from '#web/ui/charts/share-bar.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The most cars shown; the list of cars has the others. */
const MAX_CARS = 20

/** The income of each car: the table is its own picture. */
export function IncomeOfCars({ cars, weeks }: { cars: readonly CarIncome[]; weeks: number }) {
  const t = useT()
  if (cars.length === 0) return null
  const most = firstOf(cars).amount
  return (
    <Card flush part>
      <Disclosure summary={t('page.pictures.cars.title', { count: weeks })} open={cars.length <= MAX_CARS}>
        <Table
          caption={t('page.pictures.cars.title', { count: weeks })}
          phone="columns"
          rows={cars.slice(0, MAX_CARS)}
          rowKey={({ id }) => id}
          href={({ id }) => `/admin/vehicles/${id}`}
          columns={columns(most, t)}
        />
        <Words look="small">{t('page.pictures.cars.note')}</Words>
      </Disclosure>
    </Card>
  )
}

function columns(most: Cents, t: Translator): Column<CarIncome>[] {
  return [
    { head: t('page.pictures.cars.car'), cell: ({ plate }) => showPlate(plate) },
    {
      head: t('page.pictures.cars.part'),
      quiet: true,
      wideOnly: true,
      cell: ({ amount }) => <ShareBar value={amount} most={most} />,
    },
    {
      head: t('page.pictures.cars.income'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="bare" />,
    },
  ]
}

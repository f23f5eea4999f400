import { lastOf } from '#domain/certain.ts'
import { ZERO, cents, sum } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import type { Passage } from '#features/settlements/tolls/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { HourGrid } from '#web/ui/charts/hour-grid.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The most places with a row of their own; one more row has the others. */
const MAX_PLACES = 8

/** Where and at what hour of the day tolls were charged, the most expensive place first. */
export function TollHours({ passages }: { passages: readonly Passage[] }) {
  const t = useT()
  const places = placesOf(passages)
  const first = places.at(0)
  if (!first) return null
  const shown = places.slice(0, MAX_PLACES)
  const money = (amount: number) => formatMoney(cents(amount), t.language)
  const words = {
    place: first.name,
    amount: money(first.amount),
    count: passages.length,
    total: money(sum(places.map(({ amount }) => amount))),
  }
  return (
    <Card>
      <HourGrid
        title={t('page.pictures.tollHours.title', words)}
        about={t('page.pictures.tollHours.about')}
        says={t('page.pictures.tollHours.says', { ...words, hour: busiestOf(places) })}
        rows={shown}
        words={money}
        table={
          <Table
            caption={t('page.pictures.tollHours.about')}
            phone="columns"
            rows={places}
            rowKey={({ name }) => name}
            columns={columns(t)}
          />
        }
      />
    </Card>
  )
}

type Place = { name: string; amount: typeof ZERO; count: number; hours: number[] }

/** Places with the cents charged in each Lisbon hour; rows without a time are left out. */
function placesOf(passages: readonly Passage[]): Place[] {
  const places = new Map<string, Place>()
  for (const { at, place: name, amount } of passages) {
    if (at === null) continue
    const place = places.get(name) ?? { name, amount: ZERO, count: 0, hours: Array.from({ length: 24 }, () => 0) }
    const { hour } = Temporal.Instant.from(at).toZonedDateTimeISO(ZONE)
    place.hours[hour] = (place.hours[hour] ?? 0) + amount
    places.set(name, { ...place, amount: sum([place.amount, amount]), count: place.count + 1 })
  }
  return [...places.values()].toSorted((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1))
}

/** The hour with the largest sum over all places. */
function busiestOf(places: readonly Place[]): number {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    amount: places.reduce((total, place) => total + (place.hours[hour] ?? 0), 0),
  }))
  return lastOf(hours.toSorted((a, b) => a.amount - b.amount || b.hour - a.hour)).hour
}

function columns(t: Translator): Column<Place>[] {
  return [
    { head: t('page.tolls.place'), cell: ({ name }) => name },
    {
      head: t('page.pictures.tollHours.most'),
      number: true,
      cell: ({ hours }) => t('page.pictures.tollHours.hour', { hour: hours.indexOf(Math.max(...hours)) }),
    },
    { head: t('page.pictures.tollHours.passages'), number: true, cell: ({ count }) => count },
    { head: t('page.tolls.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
  ]
}

import { href } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { ZONE } from '#domain/week.ts'
import { returnDriver } from '#features/departures/commands.server.ts'
import { carsHandedBack, firstDayBack, isStillSuspended } from '#features/departures/queries.server.ts'
import { returnInput } from '#features/departures/schema.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { CheckboxField, DateField, TickList } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/come-back.ts'

/** Days after leaving within which the driver may expect the same car again. */
const SOON = 7

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { figures, departure } = await getFinalAccount(params.id, now)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const first = firstDayBack(departure)
  const isSoon = today.since(first).days <= SOON
  const cars = isSoon ? await carsHandedBack(params.id, departure) : []
  const on = today.toString() > first ? today.toString() : first
  const isSuspended = await isStillSuspended(params.id, departure)
  return { figure: figures.figure, first, on, cars, isSuspended }
})

/** Takes the driver back, and leads to the terms: the old ones count until others are agreed. */
export const action = saves('departure.return', returnInput, async (change, back, { params }: Route.ActionArgs) => {
  await returnDriver(change, params.id, back)
  return withDone(href('/admin/drivers/:id/terms', params), 'returned')
})

/** Takes back a driver who had left. */
export default function ComeBackScreen({ loaderData: { figure, first, on, cars, isSuspended } }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(figure, t.language)
  return (
    <SmallAct
      facts={{ balance: amount, left: formatDayShort(first, t.language) }}
      question={t('page.departures.comeBack.title')}
      effect={`${t('page.departures.comeBack.text')} ${t('page.departures.comeBack.balance', { amount })}`}
      buttonWords={t('page.departures.comeBack.submit')}
      kind="primary"
      unchanged={t('page.departures.comeBack.terms')}
    >
      <Day first={first} on={on} />
      {cars.length > 0 ? <Cars cars={cars} /> : null}
      {isSuspended ? <LiftSuspension /> : null}
    </SmallAct>
  )
}

function Day({ first, on }: Pick<Route.ComponentProps['loaderData'], 'first' | 'on'>) {
  const t = useT()
  return (
    <DateField
      name="on"
      label={t('page.departures.comeBack.on')}
      help={t('page.departures.comeBack.mistake', { day: formatDayShort(first, t.language) })}
      defaultValue={on}
      min={first}
      required
    />
  )
}

function Cars({ cars }: Pick<Route.ComponentProps['loaderData'], 'cars'>) {
  const t = useT()
  const options = cars.map((car) => ({ value: car.id, label: showPlate(car.plate) }))
  return <TickList name="cars" label={t('page.departures.comeBack.cars')} options={options} />
}

function LiftSuspension() {
  const t = useT()
  return (
    <>
      <Notice tone="warn">{t('page.departures.comeBack.suspended')}</Notice>
      <CheckboxField name="lifts" label={t('page.departures.comeBack.lifts')} />
    </>
  )
}

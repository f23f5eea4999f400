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
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { CheckboxField, DateField, TickList } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/come-back.ts'

/** Days after which nobody expects the car still to be there. */
const SOON = 7

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { figures, departure } = await getFinalAccount(params.id, now)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const first = firstDayBack(departure)
  const isSoon = today.since(first).days <= SOON
  const cars = isSoon ? await carsHandedBack(params.id, departure) : []
  const on = today.toString() > first ? today.toString() : first
  const isSuspended = await isStillSuspended(params.id, departure)
  return { id: params.id, figure: figures.figure, first, on, cars, isSuspended }
})

/** Then the terms are looked at: the old ones count until others are agreed. */
export const action = saves('departure.return', returnInput, async (deed, back, { params }: Route.ActionArgs) => {
  await returnDriver(deed, params.id, back)
  return withDone(href('/admin/drivers/:id/terms', params), 'returned')
})

/** The same person drives again. */
export default function ComeBackScreen({ loaderData }: Route.ComponentProps) {
  const { id, figure, first, on, cars, isSuspended } = loaderData
  const t = useT()
  return (
    <Section title={t('page.departures.comeBack.title')}>
      <Stack>
        <p>{t('page.departures.comeBack.text')}</p>
        <p>{t('page.departures.comeBack.balance', { amount: formatMoney(figure, t.language) })}</p>
        <p>{t('page.departures.comeBack.terms')}</p>
        <Form>
          <DateField
            name="on"
            label={t('page.departures.comeBack.on')}
            help={t('page.departures.comeBack.mistake', { day: formatDayShort(first, t.language) })}
            defaultValue={on}
            min={first}
            required
          />
          {cars.length > 0 ? (
            <TickList
              name="cars"
              label={t('page.departures.comeBack.cars')}
              options={cars.map((car) => ({ value: car.id, label: showPlate(car.plate) }))}
            />
          ) : null}
          {isSuspended ? (
            <>
              <Notice tone="warn">{t('page.departures.comeBack.suspended')}</Notice>
              <CheckboxField name="lifts" label={t('page.departures.comeBack.lifts')} />
            </>
          ) : null}
          <Actions>
            <SubmitButton>{t('page.departures.comeBack.submit')}</SubmitButton>
            <LinkButton to={`/admin/drivers/${id}/departure`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Stack>
    </Section>
  )
}

import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import { registerFine } from '#features/fleet/fines/commands.server.ts'
import { type FineView, fineInput, fineRecord } from '#features/fleet/fines/schema.ts'
import { listFines } from '#features/fleet/fines/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FineClock } from '#web/parts/fine-parts.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/new.ts'
import { carOptions } from './car-options.server.ts'

/** The last fines, so that a notification that came twice is noticed. */
const LAST_FINES = 8

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const [cars, fines] = await Promise.all([carOptions(now), listFines(now)])
  return {
    cars,
    first: { body: 'ansr', vehicleId: url.searchParams.get('vehicle'), notifiedOn: typedMoment(now).day },
    last: fines.toSorted((a, b) => b.notifiedOn.localeCompare(a.notifiedOn)).slice(0, LAST_FINES),
  }
})

export const action = saves('fine.register', fineInput, async (change, input) => {
  const id = await registerFine(change, input)
  return `/admin/vehicles/fines/${id}?done=registered`
})

/** A notification as it came: the fine, the car, when and where, and the start of the clock. */
export default function NewFineScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { cars, first, last } = loaderData
  const head = (
    <PageHead title={t('page.fines.form.title')} back={{ to: '/admin/vehicles/fines', label: t('page.fines.back') }} />
  )
  if (cars.length === 0)
    return (
      <>
        {head}
        <FirstNeeded what="car" />
      </>
    )
  return (
    <>
      {head}
      <SideBySide>
        <Form of={fineRecord} values={first} offered={{ vehicleId: cars }}>
          <Actions>
            <SubmitButton>{t('page.fines.form.submit')}</SubmitButton>
            <LinkButton to="/admin/vehicles/fines" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        <LastFines fines={last} />
      </SideBySide>
    </>
  )
}

/** The last fines beside the form, each with its time left, the last notified first. */
function LastFines({ fines }: { fines: readonly FineView[] }) {
  const t = useT()
  if (fines.length === 0) return null
  return (
    <Section title={t('page.fines.form.last')}>
      <Table caption={t('page.fines.title')} rows={fines} rowKey={({ id }) => id} columns={columns(t)} />
    </Section>
  )
}

function columns(t: Translator): Column<FineView>[] {
  return [
    {
      head: t('page.fines.list.number'),
      cell: ({ id, number }) => <Link to={`/admin/vehicles/fines/${id}`}>{showFineNumber(number)}</Link>,
    },
    { head: t('page.fines.list.plate'), cell: ({ vehicle }) => showPlate(vehicle.plate) },
    { head: t('page.fines.list.left'), cell: (fine) => <FineClock fine={fine} />, first: true },
  ]
}

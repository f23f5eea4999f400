import { showPlate } from '#domain/identifiers.ts'
import { weekName } from '#domain/week.ts'
import { answerRow } from '#features/imports/commands.server.ts'
import { findUnmatchedRow } from '#features/imports/owners/queries.server.ts'
import { createVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { vehicleFromRowInput, vehicleOfRow } from '#features/fleet/vehicles/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-vehicle.ts'
import { showKey } from './key-words.ts'

const rowOf = (request: Request) => new URL(request.url).searchParams.get('row') ?? ''

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const found = await findUnmatchedRow(rowOf(request))
  const plate = found?.row.keys.find(({ kind }) => kind === 'plate')?.value ?? ''
  return {
    isNamed: rowOf(request) !== '',
    asked: found && { source: found.row.source, key: found.attribution.key },
    back: found && { to: `/admin/weekly/${weekName(found.row.week)}`, number: weekNumber(found.row.week) },
    plate: showPlate(plate),
  }
})

/** Creates a car that a file knows and the fleet does not; then the form that says who had it, and since when. */
export const action = saves(
  'vehicle.create',
  vehicleFromRowInput,
  async (change, input, { request }: Route.ActionArgs) => {
    const row = await findUnmatchedRow(rowOf(request), change.tx)
    const id = await createVehicle(change, input)
    // A plate needs no other key; a tag or a card is remembered.
    const unmatched = await findUnmatchedRow(rowOf(request), change.tx)
    if (unmatched && unmatched.attribution.reason !== 'no-driver-at-that-time')
      await answerRow(change, rowOf(request), { vehicleId: id })
    const week = row ? `?week=${weekName(row.row.week)}` : ''
    return `/admin/vehicles/${id}/drivers/new${week}`
  },
)

export default function NewVehicleScreen({
  loaderData: { asked, isNamed, back: week, plate },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const back = week
    ? { to: week.to, label: t('page.week.approval.back', { number: week.number }) }
    : { to: '/admin/data', label: t('page.data.title') }
  if (!asked) {
    return (
      <Stack>
        <PageHead title={t('page.data.newVehicle.title')} back={back} />
        <FormReply reply={reply} />
        <Notice>{t(isNamed ? 'page.weekActs.keys.gone' : 'page.weekActs.keys.unnamed')}</Notice>
      </Stack>
    )
  }
  const { source, kind, value } = showKey(t, asked.source, asked.key)
  return (
    <>
      <PageHead title={t('page.data.newVehicle.title')} subtitle={t('page.data.newVehicle.subtitle')} back={back} />
      <Form of={vehicleOfRow} values={{ plate }} above={<p>{t('page.data.newDriver.key', { source, kind, value })}</p>}>
        <Actions>
          <SubmitButton>{t('page.data.newVehicle.submit')}</SubmitButton>
          <LinkButton to={back.to} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}

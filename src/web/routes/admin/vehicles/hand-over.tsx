import { driverAt } from '#domain/matching.ts'
import { recordInspection } from '#features/fleet/inspections/commands.server.ts'
import { inspectionInput } from '#features/fleet/inspections/schema.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { handOverInput, handOverRecord } from '#features/fleet/vehicles/schema.ts'
import { findOpenStay } from '#features/fleet/workshop-stays/queries.server.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import type { Reply } from '#web/reply.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { showPlate } from '#domain/identifiers.ts'
import type { Route } from './+types/hand-over.ts'
import { movesAlsoOn } from './also-on.server.ts'
import { AlsoOn } from './also-on.tsx'
import { HoldersLayout } from './holders-layout.tsx'
import { lookAtCorrection } from './corrected.server.ts'
import { type InspectionFormFacts, readInspectionForm } from './inspection-form.server.ts'
import { InspectionForm } from './inspection-form.tsx'
import { SeenMovers } from './movers.tsx'
import { periodOf } from './period.ts'
import { openWords } from './stay-section.tsx'
import { MomentFields } from './period-form.tsx'

export const loader = shows(async ({ request, url, params }: Route.LoaderArgs, { now, t }) => {
  const asked = url.searchParams
  const kind = asked.get('kind') === 'in' ? ('in' as const) : ('out' as const)
  const about = await readInspectionForm(params.id, kind, { now, t, asked: asked.get('driver') })
  // Nobody drives a car that stands in the workshop: its return was not recorded, if it is handed over.
  const stay = kind === 'out' ? await findOpenStay(params.id) : null
  if (kind === 'in' || asked.get('how') !== 'note') return { kind, about, stay, note: null }
  const assignments = await showAssignments(params.id)
  const holder = driverAt(assignments, now)
  const looks = asked.has('driverId')
  return {
    kind,
    about,
    stay,
    note: {
      periods: assignments.map(periodOf),
      holder: assignments.find(({ driverId }) => driverId === holder)?.driver ?? null,
      looked: looks
        ? await lookAtCorrection({ request, now, vehicleId: params.id }, handOverInput, (change, { driverId, at }) =>
            handOver(change, params.id, driverId, at),
          )
        : null,
    },
  }
})

const writeDown = saves(
  'vehicle.hand-over',
  handOverInput,
  async (change, { driverId, at, kilometres, alsoOn: platforms }, { params }: Route.ActionArgs) => {
    await movesAlsoOn(change, params.id, { platforms, at }, () => handOver(change, params.id, driverId, at))
    if (kilometres !== null) await addReading(change, params.id, { at, kilometres, reason: '' })
    return withDone(`/admin/vehicles/${params.id}/drivers`, 'handed')
  },
)

const lookAtCar = saves('inspection.record', inspectionInput, async (change, input, { params }: Route.ActionArgs) => {
  const { alsoOn: platforms, ...seen } = input
  const id = await movesAlsoOn(change, params.id, { platforms, at: input.at }, () =>
    recordInspection(change, params.id, seen),
  )
  return `/admin/vehicles/${params.id}/inspections/${id}?done=recorded`
})

export const action = (args: Route.ActionArgs) =>
  new URL(args.request.url).searchParams.get('how') === 'note' ? writeDown(args) : lookAtCar(args)

/** Hands a car over: with photos, checklist and signatures, or only with the driver and the moment. Both give the car to the driver. */
export default function HandOverScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { kind, about, stay, note } = loaderData
  const base = `/admin/vehicles/${about.id}/handover`
  const left = about.isGone ? <LeftFleet id={about.id} plate={about.plate} /> : null
  if (kind === 'in')
    return (
      <Stack>
        {left}
        <InspectionForm about={about} reply={reply} kind="in" />
      </Stack>
    )
  return (
    <Stack>
      {left}
      {stay === null || about.isGone ? null : (
        <Notice tone="warn">
          {openWords(stay, t)}{' '}
          <Link to={`/admin/vehicles/${about.id}/upkeep#stay`}>{t('page.workshopStays.endSubmit')}</Link>
        </Notice>
      )}
      <Tabs
        look="pills"
        tabs={[
          { to: `${base}?kind=out`, label: t('page.inspections.ways.whole'), current: note === null },
          { to: `${base}?how=note`, label: t('page.inspections.ways.note'), current: note !== null },
        ]}
      />
      {note === null ? (
        <InspectionForm about={about} reply={reply} kind="out" />
      ) : (
        <NoteForm about={about} note={note} reply={reply} />
      )}
    </Stack>
  )
}

/** Says before ten photos are taken that nobody can be given this car. */
function LeftFleet({ id, plate }: { id: string; plate: string }) {
  const t = useT()
  return (
    <Notice tone="warn">
      <p>{errorText(t, 'vehicle.gone', { plate: showPlate(plate) })}</p>
      <p>
        <LinkButton to={`/admin/vehicles/${id}/sale`}>{t('page.sales.see')}</LinkButton>
      </p>
    </Notice>
  )
}

type Note = NonNullable<Route.ComponentProps['loaderData']['note']>

/** Gives the car to a driver from a moment on, and shows who moves by that. */
function NoteForm({ about, note, reply }: { about: InspectionFormFacts; note: Note; reply: Reply | undefined }) {
  const t = useT()
  const { id, drivers, holder: holderId, chosen, at } = about
  const { holder, looked, periods } = note
  if (drivers.length === 0) return <FirstNeeded what="driver" />
  return (
    <Stack>
      <HoldersLayout periods={periods} title={t('page.fleet.periods.handOverTitle')}>
        <Form
          of={handOverRecord}
          values={{ driverId: chosen }}
          offered={{ driverId: drivers.filter(({ value }) => value !== holderId) }}
          above={
            <p>
              {holder ? t('page.fleet.periods.handOverText', { driver: holder }) : t('page.fleet.periods.handOverFree')}
            </p>
          }
          drawn={{ at: <MomentFields at={at} />, also: <AlsoOn also={about.also} /> }}
          reply={reply ?? looked?.reply}
        >
          <input type="hidden" name="how" value="note" />
          <Words look="small">{t('page.inspections.ways.noteText')}</Words>
          <Actions>
            {looked?.preview ? null : <SubmitButton>{t('page.fleet.periods.handOverSubmit')}</SubmitButton>}
            <Button type="submit" kind="outlined" formMethod="get">
              {t(looked?.preview ? 'page.holders.lookAgain' : 'page.holders.look')}
            </Button>
            <LinkButton to={`/admin/vehicles/${id}/drivers`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </HoldersLayout>
      <SeenMovers looked={looked} submit={t('page.fleet.periods.handOverSubmit')} />
    </Stack>
  )
}

import { listCarChoices } from '#features/fleet/vehicles/queries.server.ts'
import { holdCar } from '#features/positions/rules/commands.server.ts'
import { holdRecord } from '#features/positions/rules/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-hold.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async ({ request }: Route.LoaderArgs) => ({
  vehicles: await listCarChoices(),
  first: firstOf(new URL(request.url).searchParams),
}))

/** First values that another page passes in the address; they are checked like anything typed. */
function firstOf(query: URLSearchParams) {
  const given = (name: string) => query.get(name) ?? ''
  return {
    vehicleId: given('car'),
    kind: given('kind'),
    from: given('from'),
    until: given('until'),
    reason: given('reason'),
  }
}

export const action = saves('position.hold', holdRecord.input, async (change, input) => {
  await holdCar(change, input)
  return withDone(BASE, 'saved')
})

/** Holds a car's positions for longer: by whom, why, and until when. */
export default function NewHoldScreen({ loaderData: { vehicles, first } }: Route.ComponentProps) {
  const t = useT()
  const head = {
    title: t('page.positions.holds.newTitle'),
    subtitle: t('page.positions.holds.newText'),
    back: { to: BASE, label: t('page.positions.title') },
  }
  if (vehicles.length === 0)
    return (
      <>
        <PageHead {...head} />
        <FirstNeeded what="car" />
      </>
    )
  return (
    <FormPage
      {...head}
      of={holdRecord}
      values={first}
      offered={{ vehicleId: vehicles }}
      buttonWords={t('page.positions.holds.make')}
    />
  )
}

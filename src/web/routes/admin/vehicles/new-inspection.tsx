import { redirect } from 'react-router'
import { recordInspection } from '#features/fleet/inspections/commands.server.ts'
import { inspectionInput } from '#features/fleet/inspections/schema.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/new-inspection.ts'
import { readInspectionForm } from './inspection-form.server.ts'
import { InspectionForm } from './inspection-form.tsx'

export const loader = shows(async ({ request, url, params }: Route.LoaderArgs, { now, t }) => {
  await getVehicle(params.id)
  // A car that changes hands does so at one address; what is sent here and refused is sent on there, with all that was typed.
  if (url.searchParams.get('kind') !== 'check')
    throw redirect(sameLanguage(request, `/admin/vehicles/${params.id}/handover${url.search}`), 308)
  return { about: await readInspectionForm(params.id, 'check', { now, t, asked: null }) }
})

/** What waited on a phone under the address that hand-overs had before arrives here, too. */
export const action = saves(
  'inspection.record',
  inspectionInput,
  async (change, input, { params }: Route.ActionArgs) => {
    const id = await recordInspection(change, params.id, input)
    return `/admin/vehicles/${params.id}/inspections/${id}?done=recorded`
  },
)

/** A car that is looked at, and stays with whoever has it. */
export default function NewInspectionScreen({ loaderData: { about }, actionData: reply }: Route.ComponentProps) {
  return <InspectionForm about={about} reply={reply} kind="check" />
}

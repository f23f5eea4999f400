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
  // Hand-overs have an address of their own. 308 sends a form on to it with all that was typed.
  if (url.searchParams.get('kind') !== 'check')
    throw redirect(sameLanguage(request, `/admin/vehicles/${params.id}/handover${url.search}`), 308)
  return { about: await readInspectionForm(params.id, 'check', { now, t, asked: null }) }
})

/** Hand-overs that waited on a phone under their old address arrive here too. */
export const action = saves(
  'inspection.record',
  inspectionInput,
  async (change, input, { params }: Route.ActionArgs) => {
    const id = await recordInspection(change, params.id, input)
    return `/admin/vehicles/${params.id}/inspections/${id}?done=recorded`
  },
)

/** Inspects a car that stays with its driver. */
export default function NewInspectionScreen({ loaderData: { about }, actionData: reply }: Route.ComponentProps) {
  return <InspectionForm about={about} reply={reply} kind="check" />
}

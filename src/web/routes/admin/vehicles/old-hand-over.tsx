import { redirect } from 'react-router'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/old-hand-over.ts'

/** The former address of hand-overs; requests that phones kept for it are redirected to the present one. */
export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  await getVehicle(params.id)
  throw redirect(sameLanguage(request, `/admin/vehicles/${params.id}/handover?how=note`), 308)
})

export default function OldHandOverScreen() {
  return null
}

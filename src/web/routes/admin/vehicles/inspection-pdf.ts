import { drawInspection } from '#features/fleet/inspections/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/inspection-pdf.ts'

/** An inspection on paper. */
export const loader = paper(({ params }: Route.LoaderArgs, { t }) =>
  drawInspection({ vehicle: params.id }, params.inspection, t),
)

import { readInspectionPhoto } from '#features/fleet/inspections/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/inspection-photo.ts'

/** A photo of an inspection. */
export const loader = paper(({ params }: Route.LoaderArgs) => readInspectionPhoto(params.inspection, params.side, null))

import { readReportPhoto } from '#features/fleet/damage-reports/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/report-photo.ts'

/** A photo of what a driver reported. */
export const loader = paper(({ params }: Route.LoaderArgs) =>
  readReportPhoto({ report: params.report, vehicle: params.id }, params.photo),
)

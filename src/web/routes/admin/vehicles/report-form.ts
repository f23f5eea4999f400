import { readReportForm } from '#features/fleet/damage-reports/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/report-form.ts'

/** The declaration that a driver photographed. */
export const loader = paper(({ params }: Route.LoaderArgs) =>
  readReportForm({ report: params.report, vehicle: params.id }),
)

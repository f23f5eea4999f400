import { drawAssessment } from '#features/positions/assessments/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/assessment-pdf.ts'

/** A version of the impact assessment on paper. */
export const loader = paper(({ params }: Route.LoaderArgs, { t }) => drawAssessment(params.version, t))

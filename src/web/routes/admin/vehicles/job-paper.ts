import { readJobPaper } from '#features/fleet/upkeep/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/job-paper.ts'

/** The invoice for work on a car. */
export const loader = paper(({ params }: Route.LoaderArgs) => readJobPaper(params.id, params.job))

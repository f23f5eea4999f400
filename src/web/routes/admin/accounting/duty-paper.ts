import { readDutyPaper } from '#features/accounting/duties/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/duty-paper.ts'

/** The receipt of a duty that was done. */
export const loader = paper(({ params }: Route.LoaderArgs) => readDutyPaper(params))

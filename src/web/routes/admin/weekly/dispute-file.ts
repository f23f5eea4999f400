import { readDisputeFile } from '#features/statements/disputes/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/dispute-file.ts'

/** What a driver sent with a contested line. */
export const loader = paper(({ params }: Route.LoaderArgs) => readDisputeFile(params.id, null))

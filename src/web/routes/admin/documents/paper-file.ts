import { readPaperFile } from '#features/papers/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/paper-file.ts'

/** The paper as it was sent. */
export const loader = paper(({ params }: Route.LoaderArgs) => readPaperFile(params.id))

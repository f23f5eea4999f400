import { readAccidentForm } from '#features/fleet/accidents/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/accident-paper.ts'

/** The declaration that both sides signed. */
export const loader = paper(({ params }: Route.LoaderArgs) => readAccidentForm(params.id, params.accident))

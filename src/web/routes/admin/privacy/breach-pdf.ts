import { drawBreach } from '#features/oversight/breaches/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/breach-pdf.ts'

/** A breach on paper, as the company documents it. */
export const loader = paper(({ params }: Route.LoaderArgs, { now, t }) => drawBreach(params.id, now, t))

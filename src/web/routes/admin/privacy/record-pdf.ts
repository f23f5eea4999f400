import { drawProcessing } from '#features/oversight/processing/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/record-pdf.ts'

/** The record of processing activities on paper. */
export const loader = paper((_: Route.LoaderArgs, { now, t }) => drawProcessing(now, t))

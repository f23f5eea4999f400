import { drawProcessing } from '#features/oversight/processing/queries.server.ts'
import { OF_PERSONS } from '#web/nouns.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/record-pdf.ts'

/** The record of processing activities on paper. */
export const loader = paper((_: Route.LoaderArgs, { now, t }) => drawProcessing(OF_PERSONS, now, t))

import { Refusal } from '#domain/refusal.ts'
import { readFinePaper } from '#features/fleet/fines/queries.server.ts'
import { FINE_PAPERS } from '#features/fleet/fines/schema.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/paper.ts'

/** A paper of a fine: the notification, the document that names the driver, the proof of sending. */
export const loader = paper(({ params }: Route.LoaderArgs) => {
  const wantedPaper = FINE_PAPERS.find((finePaper) => finePaper === params.paper)
  if (!wantedPaper) throw new Refusal('record.not-found')
  return readFinePaper(params.id, wantedPaper, null)
})

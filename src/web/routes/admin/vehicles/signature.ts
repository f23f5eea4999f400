import { Refusal } from '#domain/refusal.ts'
import { readSignature } from '#features/fleet/inspections/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/signature.ts'

/** A signature as it was drawn. */
export const loader = paper(({ params: { inspection, whose } }: Route.LoaderArgs) => {
  if (whose !== 'office' && whose !== 'driver') throw new Refusal('record.not-found')
  return readSignature(inspection, whose)
})

import { Refusal } from '#domain/refusal.ts'
import { readDamagePaper } from '#features/fleet/damages/queries.server.ts'
import { DAMAGE_PAPERS } from '#features/fleet/damages/schema.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/damage-paper.ts'

/** The estimate or the invoice of a damage. */
export const loader = paper(({ params }: Route.LoaderArgs) => {
  const wantedPaper = DAMAGE_PAPERS.find((damagePaper) => damagePaper === params.paper)
  if (!wantedPaper) throw new Refusal('record.not-found')
  return readDamagePaper(params.damage, wantedPaper, null)
})

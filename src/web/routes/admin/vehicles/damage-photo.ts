import { readDamagePhoto } from '#features/fleet/damages/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/damage-photo.ts'

/** A close-up of a damage. */
export const loader = paper(({ params }: Route.LoaderArgs) => readDamagePhoto(params.damage, null))

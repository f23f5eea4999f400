import { readStampToken } from '#features/contracts/stamps/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/stamp.ts'

/** The time stamp of a sealed contract, as `openssl ts -verify -token_in` reads it. */
export const loader = paper(({ params }: Route.LoaderArgs) => readStampToken(params.id))

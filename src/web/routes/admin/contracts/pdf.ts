import { readSealedContract } from '#features/contracts/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/pdf.ts'

/** The sealed file of a contract. */
export const loader = paper(({ params }: Route.LoaderArgs) => readSealedContract(params.id, null))

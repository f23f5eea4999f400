import { readSalePaper } from '#features/fleet/sales/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/sale-paper.ts'

/** The contract or the receipt of a car that left. */
export const loader = paper(({ params }: Route.LoaderArgs) => readSalePaper(params.id))

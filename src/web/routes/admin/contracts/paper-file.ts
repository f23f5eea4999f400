import { readSignedPaper } from '#features/contracts/signed-papers/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/paper-file.ts'

/** A contract as it was signed by hand, in the bytes in which it came. */
export const loader = paper(async ({ params }: Route.LoaderArgs) => ({
  name: 'contrato-assinado.pdf',
  mediaType: 'application/pdf',
  bytes: await readSignedPaper(params.id, params.paper),
}))

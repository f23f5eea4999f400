import { readSignedPaper } from '#features/contracts/signed-papers/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/paper-file.ts'

/** The scan of a contract signed by hand, byte for byte as it came. */
export const loader = paper(async ({ params }: Route.LoaderArgs) => ({
  name: 'contrato-assinado.pdf',
  mediaType: 'application/pdf',
  bytes: await readSignedPaper(params.id, params.paper),
}))

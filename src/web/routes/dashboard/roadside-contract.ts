import { readSealedContract } from '#features/contracts/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/roadside-contract.ts'

/** The sealed file of one of the reader's own contracts, at an address that the phone keeps with the papers for the roadside. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readSealedContract(params.contract, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })

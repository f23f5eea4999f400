import { drawFinalAccount } from '#features/departures/final-papers/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/departure-pdf.ts'

/** The final account of a driver on paper. */
export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { name, bytes } = await drawFinalAccount(params.id, now, 'office')
  return attachment(name, bytes, 'application/pdf', 'inline')
})

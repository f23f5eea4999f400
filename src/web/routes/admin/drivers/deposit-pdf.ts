import { drawDepositStatement } from '#features/departures/final-papers/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/deposit-pdf.ts'

/** The deposits of a driver on paper. */
export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { name, bytes } = await drawDepositStatement(params.id, now, 'office')
  return attachment(name, bytes, 'application/pdf', 'inline')
})

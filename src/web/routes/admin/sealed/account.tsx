import type { Route } from './+types/account.ts'
import { SealedValue } from './sealed-value.tsx'
import { loadSealed, openSealed } from './sealed.server.ts'

export const loader = (asked: Route.LoaderArgs) => loadSealed(asked, 'money')

export const action = (asked: Route.ActionArgs) => openSealed(asked, 'money')

/** The bank account of a driver or of the company in full, for readers who may pay. */
export default function SealedAccountScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <SealedValue {...loaderData} answer={actionData} />
}

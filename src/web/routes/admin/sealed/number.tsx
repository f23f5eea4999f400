import type { Route } from './+types/number.ts'
import { SealedValue } from './sealed-value.tsx'
import { loadSealed, openSealed } from './sealed.server.ts'

export const loader = (asked: Route.LoaderArgs) => loadSealed(asked, 'operations')

export const action = (asked: Route.ActionArgs) => openSealed(asked, 'operations')

/** The NIF of a driver or of an applicant in full, for readers who keep their records. */
export default function SealedNumberScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <SealedValue {...loaderData} answer={actionData} />
}

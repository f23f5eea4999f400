import { Refusal } from '#domain/refusal.ts'
import { withdrawRequest } from '#features/oversight/data-requests/commands.server.ts'
import { getRequest } from '#features/oversight/data-requests/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'

import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdraw-request.ts'
import { factsOf } from './request-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const request = await getRequest(params.id, now)
  if (request.state === 'answered' || request.state === 'withdrawn') throw new Refusal('data-request.closed')
  return request
})

export const action = confirms('data-request.withdrawing', async (change, { params }: Route.ActionArgs) => {
  await withdrawRequest(change, params.id, null)
  return `/admin/privacy/requests/${params.id}?done=withdrawn`
})

/** Asks before a request is withdrawn. */
export default function WithdrawRequestScreen({ loaderData: request }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={request.name}
      from={t('page.privacy.requests.title')}
      facts={factsOf(request, t)}
      question={t('page.privacy.requests.withdrawing.question', { name: request.name })}
      effect={t('page.privacy.requests.withdrawing.effect')}
      buttonWords={t('page.privacy.requests.withdrawing.does')}
      kind="primary"
    />
  )
}

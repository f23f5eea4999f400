import { Refusal } from '#domain/refusal.ts'
import { extendRequest } from '#features/oversight/data-requests/commands.server.ts'
import { getRequest } from '#features/oversight/data-requests/queries.server.ts'
import { extensionRecord } from '#features/oversight/data-requests/schema.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/extend-request.ts'
import { factsOf } from './request-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const request = await getRequest(params.id, now)
  if (!request.canExtend) throw new Refusal('data-request.no-extension')
  const reach = await reachOfDriver(request.driverId === null ? null : { id: request.driverId }, 'data-request')
  return { request, reach }
})

export const action = saves(
  'data-request.extending',
  extensionRecord.input,
  async (change, { why }, { params }: Route.ActionArgs) => {
    await extendRequest(change, params.id, why)
    return `/admin/privacy/requests/${params.id}?done=extended`
  },
)

/** Asks why an answer needs two more months. */
export default function ExtendRequestScreen({ loaderData: { request, reach } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={request.name}
      from={t('page.privacy.requests.title')}
      facts={factsOf(request, t)}
      question={t('page.privacy.requests.extending.question', { name: request.name })}
      effect={t('page.privacy.requests.extending.effect')}
      buttonWords={t('page.privacy.requests.extending.does')}
      kind="primary"
    >
      <RecordFields of={extensionRecord} />
      <ReachNote reach={reach} name={request.name} {...(request.driverId ? { driver: request.driverId } : {})} />
    </SmallAct>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { answerRequest } from '#features/oversight/data-requests/commands.server.ts'
import { getRequest } from '#features/oversight/data-requests/queries.server.ts'
import { answerRecord } from '#features/oversight/data-requests/schema.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/answer-request.ts'
import { factsOf } from './request-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const request = await getRequest(params.id, now)
  if (request.state === 'answered' || request.state === 'withdrawn') throw new Refusal('data-request.closed')
  const reach = await reachOfDriver(request.driverId === null ? null : { id: request.driverId }, 'data-request')
  return { request, reach }
})

export const action = saves(
  'data-request.answering',
  answerRecord.input,
  async (change, said, { params }: Route.ActionArgs) => {
    await answerRequest(change, params.id, said)
    return `/admin/privacy/requests/${params.id}?done=answered`
  },
)

/** Asks what was done about a request. */
export default function AnswerRequestScreen({ loaderData: { request, reach } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={request.name}
      from={t('page.privacy.requests.title')}
      facts={factsOf(request, t)}
      question={t('page.privacy.requests.answering.question', { name: request.name })}
      effect={t('page.privacy.requests.answering.effect')}
      buttonWords={t('page.privacy.requests.answering.does')}
      kind="primary"
    >
      <RecordFields of={answerRecord} />
      <ReachNote reach={reach} name={request.name} {...(request.driverId ? { driver: request.driverId } : {})} />
    </SmallAct>
  )
}

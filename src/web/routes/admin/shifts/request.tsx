import { answerRequest } from '#features/fleet/shift-requests/commands.server.ts'
import { getRequest } from '#features/fleet/shift-requests/queries.server.ts'
import { type ShiftRequest, officeAnswer } from '#features/fleet/shift-requests/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listMayNotWith } from '#features/papers/readiness/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { ChoiceField } from '#web/ui/fields.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/request.ts'
import { RequestState, askedWords, peopleWords } from './request-item.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const request = await getRequest(params.request)
  const taker = request.kind === 'take' ? request.driver : (request.takenBy ?? request.to)
  return { request, mayNot: taker ? await listMayNotWith(request.slot.vehicleId, [taker.id], dayAt(now)) : [] }
})

export const action = saves(
  ({ intent }) => `shift-request.${intent}`,
  officeAnswer,
  async (change, { intent }, { params }: Route.ActionArgs) => {
    await answerRequest(change, params.request, intent)
    return '/admin/vehicles/shifts/requests?done=answered'
  },
)

/** What the office can say to a request as it stands. */
function answersTo({ kind, state }: ShiftRequest): readonly ('confirm' | 'refuse' | 'withdraw' | 'undo')[] {
  if (state === 'done') return ['undo']
  if (state === 'accepted') return ['confirm', 'refuse']
  if (state !== 'open') return []
  return kind === 'take' ? ['confirm', 'refuse'] : kind === 'offer' ? ['withdraw'] : ['refuse']
}

export default function ShiftRequestScreen({ loaderData: { request, mayNot } }: Route.ComponentProps) {
  const t = useT()
  const { kind, state, words } = request
  const answers = answersTo(request)
  return (
    <SmallAct
      record={t(`page.shifts.requests.kinds.${kind}`)}
      from={t('page.shifts.requests.title')}
      facts={{
        what: askedWords(request, t),
        by: peopleWords(request, t),
        reason: words,
        state: <RequestState state={state} />,
      }}
      asks={t('page.shifts.requests.act.title')}
      effect={`${askedWords(request, t)}. ${t('page.shifts.requests.act.text')}`}
      does={t('page.shifts.requests.act.submit')}
      kind="primary"
      {...(state === 'open' && (kind === 'swap' || kind === 'give')
        ? { stays: t('page.shifts.requests.act.waits') }
        : {})}
      {...(answers.length === 0 ? { barred: t(`page.shifts.requests.states.${state}`) } : {})}
    >
      <MayNotDrive drivers={mayNot} />
      <ChoiceField
        name="intent"
        label={t('page.shifts.requests.act.choose')}
        options={answers.map((value) => ({
          value,
          label: t(`page.shifts.requests.act.${value === 'confirm' && kind === 'take' ? 'give' : value}`),
        }))}
        required
      />
    </SmallAct>
  )
}

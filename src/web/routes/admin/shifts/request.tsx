import { useSearchParams } from 'react-router'
import { answerRequest } from '#features/fleet/shift-requests/commands.server.ts'
import { getRequest, isStillPossible } from '#features/fleet/shift-requests/queries.server.ts'
import { answersOfOffice, officeAnswer } from '#features/fleet/shift-requests/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDriversWithCar } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/request.ts'
import { RequestState, answerAt, answerWords, askedWords, peopleWords } from './request-item.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const request = await getRequest(params.request)
  const taker = request.kind === 'take' ? request.driver : (request.takenBy ?? request.to)
  return {
    request,
    isOver: !isStillPossible(request, now),
    barredDrivers: taker ? await listBarredDriversWithCar(request.slot.vehicleId, [taker.id], dayAt(now)) : [],
  }
})

export const action = saves(
  ({ intent }) => `shift-request.${intent}`,
  officeAnswer,
  async (change, { intent }, { params }: Route.ActionArgs) => {
    await answerRequest(change, params.request, intent)
    return `/admin/vehicles/shifts/requests?done=${intent}`
  },
)

/** One answer to a request: the one in the address, by default the likely one. */
export default function ShiftRequestScreen({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const answers = loaderData.isOver ? [] : answersOfOffice(loaderData.request)
  const answer = answers.find((candidate) => candidate === query.get('answer')) ?? answers[0]
  return answer === undefined ? (
    <NoAnswer of={loaderData} />
  ) : (
    <Answer of={loaderData} answer={answer} answers={answers} />
  )
}

type Of = { of: Route.ComponentProps['loaderData'] }
type OfficeAnswer = ReturnType<typeof answersOfOffice>[number]

/** Says why a request can't be answered any more. */
function NoAnswer({ of: { request, isOver } }: Of) {
  const t = useT()
  return (
    <SmallAct
      {...recordOf(request, isOver, t)}
      question={t('page.shifts.requests.answer')}
      effect={askedWords(request, t)}
      buttonWords={t('page.shifts.requests.answer')}
      barred={t(isOver ? 'page.shifts.requests.act.over' : `page.shifts.requests.act.barred.${request.state}`)}
    />
  )
}

type AnswerProps = Of & { answer: OfficeAnswer; answers: readonly OfficeAnswer[] }

function Answer({ of: { request, isOver, barredDrivers }, answer, answers }: AnswerProps) {
  const t = useT()
  const act = `page.shifts.requests.act.${answer}` as const
  return (
    <SmallAct
      {...recordOf(request, isOver, t)}
      question={answerWords(request, answer, t)}
      effect={`${askedWords(request, t)}. ${t(`${act}.effect`)}`}
      buttonWords={t(`${act}.submit`)}
      kind={answer === 'confirm' ? 'primary' : 'danger'}
      unchanged={<UnchangedNote request={request} answer={answer} answers={answers} />}
    >
      <input type="hidden" name="intent" value={answer} />
      {answer === 'confirm' ? <MayNotDrive drivers={barredDrivers} /> : null}
    </SmallAct>
  )
}

function recordOf(request: Of['of']['request'], isOver: boolean, t: Translator) {
  return {
    record: t(`page.shifts.requests.kinds.${request.kind}`),
    from: t('page.shifts.requests.title'),
    facts: {
      what: askedWords(request, t),
      by: peopleWords(request, t),
      reason: request.words,
      state: <RequestState request={request} isOver={isOver} />,
    },
  }
}

type StaysProps = { request: Of['of']['request']; answer: OfficeAnswer; answers: readonly OfficeAnswer[] }

/** What stays unchanged, and a link to the other answer. */
function UnchangedNote({ request: { id, kind, state }, answer, answers }: StaysProps) {
  const t = useT()
  const other = answer === 'confirm' ? 'refuse' : answer === 'refuse' && answers.includes('confirm') ? 'confirm' : null
  const isOfDriver = answer === 'refuse' && state === 'open' && kind !== 'take'
  return (
    <>
      {t(`page.shifts.requests.act.${answer}.stays`)} {isOfDriver ? t('page.shifts.requests.act.waits') : null}
      {other ? <ActLink to={answerAt(id, other)}>{t(`page.shifts.requests.act.instead.${other}`)}</ActLink> : null}
    </>
  )
}

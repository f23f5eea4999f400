import {
  type OfficeAnswer,
  type ShiftRequest,
  type Slot,
  answersOfOffice,
  waitsForOffice,
} from '#features/fleet/shift-requests/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatStripDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Item } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'

/** Hours of a car in words: "ter. 1, 06:00–18:00, ZX-58-MP". */
function slotWords({ plate, day, starts, ends }: Slot & { plate: string }, t: Translator): string {
  return `${formatStripDay(day, t.language)}, ${starts}–${ends}, ${plate}`
}

/** The hours that are asked for, and those offered in return. */
export function askedWords({ slot, inReturn }: Pick<ShiftRequest, 'slot' | 'inReturn'>, t: Translator): string {
  const gives = slotWords(slot, t)
  return inReturn ? t('page.shifts.requests.pair', { gives, gets: slotWords(inReturn, t) }) : gives
}

/** Who asks whom. */
export function peopleWords({ driver, to, takenBy, kind }: ShiftRequest, t: Translator): string {
  const from = driver ? t('page.shifts.requests.from', { name: driver.name }) : t('page.shifts.requests.fromOffice')
  const whom = takenBy ?? to
  if (kind === 'take') return from
  return `${from} ${whom ? t('page.shifts.requests.to', { name: whom.name }) : t('page.shifts.requests.toAll')}`
}

/** The effect of an answer of the office, and on what. */
export function answerWords({ kind }: Pick<ShiftRequest, 'kind'>, answer: OfficeAnswer, t: Translator): string {
  if (answer === 'withdraw' || answer === 'undo') return t(`page.shifts.requests.act.${answer}.title`)
  return t(`page.shifts.requests.act.${answer}.title.${kind}`)
}

/** The address of the office's answer. */
export function answerAt(id: string, answer: OfficeAnswer): string {
  return `/admin/vehicles/shifts/requests/${id}?answer=${answer}`
}

type StateProps = { request: Pick<ShiftRequest, 'kind' | 'state'>; isOver: boolean }

/** The state of a request, and who has to answer. */
export function RequestState({ request, isOver }: StateProps) {
  const t = useT()
  const { state } = request
  if (isOver && (state === 'open' || state === 'accepted'))
    return <State tone="plain">{t('page.shifts.requests.over')}</State>
  if (waitsForOffice(request)) return <State tone="warn">{t('page.shifts.requests.states.accepted')}</State>
  return (
    <State tone={state === 'done' ? 'ok' : state === 'open' ? 'info' : 'plain'}>
      {t(`page.shifts.requests.states.${state}`)}
    </State>
  )
}

/** A request in a list of the office, with links to its answers. */
export function RequestItem({ request, isOver }: { request: ShiftRequest; isOver: boolean }) {
  const t = useT()
  const { id, words } = request
  const answers = isOver ? [] : answersOfOffice(request)
  return (
    <Item
      title={t(`page.shifts.requests.kinds.${request.kind}`)}
      aside={<RequestState request={request} isOver={isOver} />}
      acts={answers.map((answer) => (
        <LinkButton key={answer} to={answerAt(id, answer)} kind={answer === 'confirm' ? 'outlined' : 'text'}>
          {t(`page.shifts.requests.act.${answer}.submit`)}
          <span className="visually-hidden">{`: ${askedWords(request, t)}, ${peopleWords(request, t)}`}</span>
        </LinkButton>
      ))}
    >
      <Words>{askedWords(request, t)}</Words>
      <Words look="soft">{peopleWords(request, t)}</Words>
      {request.closedByLeaver ? (
        <Words look="soft">{t('page.shifts.requests.closedByLeaver', { name: request.closedByLeaver })}</Words>
      ) : null}
      {words ? <Words look="said">{t('page.shifts.requests.said', { words })}</Words> : null}
    </Item>
  )
}

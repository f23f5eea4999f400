import type { ShiftRequest, Slot } from '#features/fleet/shift-requests/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatStripDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Item } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'

/** Hours of a car in words: "ter. 1, 06:00–18:00, ZX-58-MP". */
function slotWords({ plate, day, starts, ends }: Slot & { plate: string }, t: Translator): string {
  return `${formatStripDay(day, t.language)}, ${starts}–${ends}, ${plate}`
}

/** What is asked for, and in return for what. */
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

export function RequestState({ state }: { state: ShiftRequest['state'] }) {
  const t = useT()
  const tone = state === 'done' ? 'ok' : state === 'accepted' ? 'warn' : state === 'open' ? 'info' : 'plain'
  return <State tone={tone}>{t(`page.shifts.requests.states.${state}`)}</State>
}

/** A request in a list of the office, with the way to its answer. */
export function RequestItem({ request }: { request: ShiftRequest }) {
  const t = useT()
  const { id, kind, state, words } = request
  const title = t(`page.shifts.requests.kinds.${kind}`)
  const isAnswerable = state === 'open' || state === 'accepted' || state === 'done'
  return (
    <Item
      title={title}
      aside={<RequestState state={state} />}
      acts={
        isAnswerable ? (
          <Link to={`/admin/vehicles/shifts/requests/${id}`}>
            {t(state === 'done' ? 'page.shifts.requests.undo' : 'page.shifts.requests.answer')}
            <span className="visually-hidden">{`: ${title}, ${peopleWords(request, t)}`}</span>
          </Link>
        ) : null
      }
    >
      <Words>{askedWords(request, t)}</Words>
      <Words look="soft">{peopleWords(request, t)}</Words>
      {words ? <Words look="said">{words}</Words> : null}
    </Item>
  )
}

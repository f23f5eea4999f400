import { useSearchParams } from 'react-router'
import { findPastDeparture } from '#features/departures/queries.server.ts'
import { confirmsShifts } from '#features/company/queries.server.ts'
import {
  acceptRequest,
  askForCar,
  askSwap,
  offerShift,
  refuseRequest,
  withdrawRequest,
} from '#features/fleet/shift-requests/commands.server.ts'
import {
  type ShiftRequest,
  type Slot,
  ownAct,
  slotText,
  waitsForOffice,
  giveRecord,
  haveRecord,
  swapRecord,
  takeRecord,
} from '#features/fleet/shift-requests/schema.ts'
import { takeOver } from '#features/fleet/shifts/commands.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDrivers } from '#features/papers/readiness/queries.server.ts'
import { formatDay, formatDayShort, formatStripDay, formatWeek } from '#messages/dates.ts'
import { filledAt, show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { missingWords } from '#web/parts/paper-parts.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { ownDriver } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/shifts.ts'
import type { OwnShift } from './own-shifts.server.ts'
import { readOwnShifts } from './own-shifts.server.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const [plan, mayNot, confirms, left] = await Promise.all([
      readOwnShifts(driver, now),
      listBarredDrivers([driver], dayAt(now)),
      confirmsShifts(),
      findPastDeparture(driver, now),
    ])
    return { driver: String(driver), ...plan, missing: mayNot[0]?.missing ?? [], confirms, left: left && left.lastDay }
  })

/** Asks, offers, answers, withdraws, and confirms that the driver has the car. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `shift-request.${intent}`,
    ownAct,
    async (said, change) => {
      const driver = ownDriver(context)
      let done: (typeof DONE)[number] = said.intent
      switch (said.intent) {
        case 'swap':
          await askSwap(change, driver, said)
          break
        case 'give':
          await offerShift(change, driver, said)
          break
        case 'take':
          await askForCar(change, driver, said)
          break
        case 'accept':
          if ((await acceptRequest(change, driver, said.request)) === 'waits') done = 'waits'
          break
        case 'refuse':
          await refuseRequest(change, driver, said.request)
          break
        case 'withdraw':
          await withdrawRequest(change, driver, said.request)
          break
        case 'have':
          await takeOver(change, driver, said.slot, {
            kilometres: said.kilometres,
            saidAt: filledAt(request, change.now),
          })
          break
      }
      return sameLanguage(request, `/dashboard/shifts?done=${done}`)
    },
  )

const DONE = ['swap', 'give', 'take', 'accept', 'waits', 'refuse', 'withdraw', 'have'] as const

/** The reader's shifts of this week and the next, requests of both sides, and free cars. */
export default function OwnShiftsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { driver, weeks, firstOfNext, own, others, holding, free, requests, missing, confirms, left } = loaderData
  const done = DONE.find((candidate) => candidate === query.get('done'))
  // Nothing is asked of a driver who has left.
  const forMe = requests.filter(
    (request) =>
      left === null &&
      request.state === 'open' &&
      request.kind !== 'take' &&
      request.driver?.id !== driver &&
      (request.to === null || request.to.id === driver),
  )
  const mine = requests.filter(
    (request) =>
      !forMe.includes(request) && (left === null || [request.driver?.id, request.takenBy?.id].includes(driver)),
  )
  const slots = free.map((slot) => ({
    value: slotText(slot),
    label: `${slot.plate}, ${slot.starts}–${slot.ends}`,
    group: formatDay(slot.day, t.language),
  }))
  const refused = (['accept', 'refuse', 'withdraw'] as const)
    .map((intent) => answered(actionData, intent))
    .find(Boolean)
  return (
    <>
      <PageHead
        title={t('page.shifts.own.title')}
        subtitle={`${t('page.shifts.own.subtitle')} ${confirms ? t('page.shifts.own.confirmed') : ''}`.trim()}
        back={{ to: '/dashboard', label: t('common.menu.driver.dashboard') }}
      />
      <Page width="narrow">
        {done && !actionData ? <Done>{t(`page.shifts.own.done.${done}`)}</Done> : null}
        <FormReply reply={refused} />
        {left === null ? null : (
          <Notice title={t('page.departures.own.left', { day: formatDayShort(left, t.language) })}>
            <p>{t('page.shifts.own.left')}</p>
          </Notice>
        )}
        {left === null && missing.length > 0 ? (
          <Notice tone="warn" title={t('page.shifts.own.mayNot')}>
            <Bullets>
              {missing.map((thing) => (
                <li key={missingWords(t, thing)}>{missingWords(t, thing)}</li>
              ))}
            </Bullets>
            <p>
              <Link to="/dashboard/documents">{t('page.papers.driving.look')}</Link>
            </p>
          </Notice>
        ) : null}
        {forMe.length > 0 ? (
          <Section title={t('page.shifts.own.asked')}>
            <Items>
              {forMe.map((request) => (
                <Item
                  key={request.id}
                  title={t(`page.shifts.own.asks.${request.kind}`, { name: request.driver?.name ?? '' })}
                  acts={
                    <>
                      <Act intent="accept" request={request.id} words={t('page.shifts.own.accept')} isFirst />
                      {request.to === null ? null : (
                        <Act intent="refuse" request={request.id} words={t('page.shifts.own.refuse')} />
                      )}
                    </>
                  }
                >
                  <SwapFacts request={request} reader={driver} isNamed />
                  {confirms && request.kind !== 'offer' ? (
                    <Words look="small">{t('page.shifts.own.acceptWaits')}</Words>
                  ) : null}
                </Item>
              ))}
            </Items>
          </Section>
        ) : null}
        {own.length === 0 && left !== null ? null : own.length === 0 ? (
          <EmptyState title={t('page.shifts.own.empty')}>{t('page.shifts.own.emptyText')}</EmptyState>
        ) : (
          weeks.map((week, at) => {
            const shown = own.filter(({ day }) => day < firstOfNext === (at === 0))
            return shown.length === 0 ? null : (
              <Section key={week} title={formatWeek(week, t.language)}>
                <Items>
                  {shown.map((shift) => (
                    <OwnShiftCard
                      key={slotText(shift)}
                      shift={shift}
                      others={others}
                      isHeld={holding === shift.vehicleId}
                      isAsked={requests.some(
                        ({ state, slot, driver: asking }) =>
                          (state === 'open' || state === 'accepted') &&
                          asking?.id === driver &&
                          slotText(slot) === slotText(shift),
                      )}
                      reply={actionData}
                    />
                  ))}
                </Items>
              </Section>
            )
          })
        )}
        {mine.length > 0 ? (
          <Section title={t('page.shifts.own.mine')}>
            <Items>
              {mine.map((request) => (
                <Item
                  key={request.id}
                  title={t(`page.shifts.requests.kinds.${request.kind}`)}
                  aside={<RequestState request={request} />}
                  acts={<TakeBack request={request} driver={driver} />}
                >
                  <SwapFacts request={request} reader={driver} />
                </Item>
              ))}
            </Items>
          </Section>
        ) : null}
        {left === null ? (
          <>
            <Section title={t('page.shifts.own.free')}>
              {free.length === 0 ? (
                <Words>{t('page.shifts.own.noneFree')}</Words>
              ) : (
                <Form intent="take" of={takeRecord} offered={{ slot: slots }} data-outbox>
                  <div>
                    <SubmitButton kind="outlined">{t('page.shifts.own.take')}</SubmitButton>
                  </div>
                </Form>
              )}
            </Section>
            <Words look="small">{t('page.shifts.own.money')}</Words>
          </>
        ) : null}
      </Page>
    </>
  )
}

type OwnProps = {
  shift: OwnShift
  others: readonly OwnShift[]
  isHeld: boolean
  isAsked: boolean
  reply: Reply | undefined
}

/** A shift of the reader, with its actions. */
function OwnShiftCard({ shift, others, isHeld, isAsked, reply }: OwnProps) {
  const t = useT()
  const { plate, day, starts, ends, isNow, vehicleId } = shift
  const sameCar = others.filter((other) => other.vehicleId === vehicleId)
  const people = [...new Map(sameCar.map((ownShift) => [ownShift.driverId ?? '', ownShift.driver ?? '']))].map(
    ([id, label]) => ({
      value: id,
      label,
    }),
  )
  const theirs = sameCar.map((ownShift) => ({
    value: slotText(ownShift),
    label: `${formatStripDay(ownShift.day, t.language)}, ${ownShift.starts}–${ownShift.ends}, ${ownShift.driver}`,
  }))
  const value = slotText(shift)
  const replyTo = (intent: string) => (reply?.values['slot'] === value ? answered(reply, intent) : undefined)
  const colleagues = sameCar
    .filter((ownShift) => ownShift.day === day)
    .map(({ driver, starts: from, ends: to }) => `${driver}, ${from}–${to}`)
  return (
    <Item
      title={`${formatStripDay(day, t.language)}, ${starts}–${ends}`}
      aside={plate}
      under={
        <Stack>
          {isNow && !isHeld ? <ConfirmCar slot={value} reply={replyTo('have')} kind="primary" /> : null}
          {isNow ? null : (
            // Without a network this copy of the page may be all that the driver has when the shift begins.
            <div data-without-network="" hidden>
              <Disclosure level="line" summary={t('page.shifts.own.haveSoon')}>
                <Stack>
                  <Words look="small">{t('page.shifts.own.haveSoonText')}</Words>
                  <ConfirmCar slot={value} reply={replyTo('have')} kind="outlined" />
                </Stack>
              </Disclosure>
            </div>
          )}
          {isAsked ? (
            <Words look="soft">{t('page.shifts.own.waits')}</Words>
          ) : (
            <Disclosure
              level="line"
              summary={t('page.shifts.own.cannot')}
              open={replyTo('swap') !== undefined || replyTo('give') !== undefined}
            >
              <Stack>
                {sameCar.length === 0 ? null : (
                  <Form
                    intent="swap"
                    of={swapRecord}
                    offered={{ inReturn: theirs }}
                    reply={replyTo('swap')}
                    data-outbox
                  >
                    <input type="hidden" name="slot" value={value} />
                    <div>
                      <SubmitButton kind="outlined">{t('page.shifts.own.swap')}</SubmitButton>
                    </div>
                  </Form>
                )}
                <Form intent="give" of={giveRecord} offered={{ to: people }} reply={replyTo('give')} data-outbox>
                  <input type="hidden" name="slot" value={value} />
                  <div>
                    <SubmitButton kind="outlined">{t('page.shifts.own.give')}</SubmitButton>
                  </div>
                </Form>
              </Stack>
            </Disclosure>
          )}
        </Stack>
      }
    >
      {colleagues.length === 0 ? null : (
        <Words look="soft">{t('page.shifts.own.beside', { others: colleagues.join('; ') })}</Words>
      )}
      {isHeld && isNow ? <State tone="ok">{t('page.shifts.own.held')}</State> : null}
    </Item>
  )
}

type HaveProps = { slot: string; reply: Reply | undefined; kind: 'primary' | 'outlined' }

/** The form that confirms the car, which may be sent without a network. */
function ConfirmCar({ slot, reply, kind }: HaveProps) {
  const t = useT()
  return (
    <Form intent="have" of={haveRecord} reply={reply} data-outbox>
      <input type="hidden" name="slot" value={slot} />
      <div>
        <SubmitButton kind={kind}>{t('page.shifts.own.have')}</SubmitButton>
      </div>
    </Form>
  )
}

/** What the reader gives and gets in a swap, with whom, and what was said. */
function SwapFacts({
  request,
  reader,
  isNamed = false,
}: {
  request: ShiftRequest
  reader: string
  /** The title names the other driver already. */
  isNamed?: boolean
}) {
  const t = useT()
  const { slot, inReturn, words, to, takenBy, driver, closedByLeaver } = request
  const written = ({ plate, day, starts, ends }: Slot & { plate: string }) =>
    `${formatStripDay(day, t.language)}, ${starts}–${ends}, ${plate}`
  // The driver who asked gives `slot`; the driver who is asked gives `inReturn`.
  const [gives, gets] = driver?.id === reader ? [slot, inReturn] : [inReturn, slot]
  const other = [driver, takenBy ?? to].find((person) => person && person.id !== reader)
  return (
    <Stack>
      {inReturn && gives && gets ? (
        <Words>
          {t('page.shifts.own.gets', { slot: written(gets) })}
          <br />
          {t('page.shifts.own.gives', { slot: written(gives) })}
        </Words>
      ) : (
        <Words>{written(slot)}</Words>
      )}
      {other && !isNamed ? <Words look="soft">{t('page.shifts.own.with', { name: other.name })}</Words> : null}
      {closedByLeaver === null || driver?.name === closedByLeaver ? null : (
        <Words look="soft">{t('page.shifts.requests.closedByLeaver', { name: closedByLeaver })}</Words>
      )}
      {words ? <Words look="said">{words}</Words> : null}
    </Stack>
  )
}

function RequestState({ request }: { request: ShiftRequest }) {
  const t = useT()
  const state = waitsForOffice(request) ? 'accepted' : request.state
  const tone = state === 'done' ? 'ok' : state === 'open' || state === 'accepted' ? 'info' : 'plain'
  return <State tone={tone}>{t(`page.shifts.requests.states.${state}`)}</State>
}

/** The driver who asked can withdraw; the driver who said yes can do so while it waits for the office. */
function TakeBack({
  request: { id, state, driver: asking, takenBy },
  driver,
}: {
  request: ShiftRequest
  driver: string
}) {
  const t = useT()
  if (state !== 'open' && state !== 'accepted') return null
  if (asking?.id === driver) return <Act intent="withdraw" request={id} words={t('page.shifts.own.withdraw')} />
  return takenBy?.id === driver ? <Act intent="refuse" request={id} words={t('page.shifts.own.takeBack')} /> : null
}

type ActProps = { intent: 'accept' | 'refuse' | 'withdraw'; request: string; words: string; isFirst?: boolean }

function Act({ intent, request, words, isFirst = false }: ActProps) {
  return (
    <Form intent={intent} quiet data-outbox>
      <input type="hidden" name="request" value={request} />
      <SubmitButton kind={isFirst ? 'primary' : 'outlined'}>{words}</SubmitButton>
    </Form>
  )
}

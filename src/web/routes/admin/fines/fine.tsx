import { useSearchParams } from 'react-router'
import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import {
  closeFine,
  identifyDriver,
  informDriver,
  lockFine,
  markFormFilled,
  setFineAmount,
  refuseNamed,
  refuseOtherDriver,
  reopenFine,
  sendFine,
  signFine,
} from '#features/fleet/fines/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { type FineAct, type FineView, fineAct, fineActs, typedInAct } from '#features/fleet/fines/schema.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import { listChargesOfFines } from '#features/plans/charges/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { refuseIfChanged } from '#forms/merge.ts'
import { type Language, languageOf } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ChargedNotice } from '#web/parts/charged-notice.tsx'
import { FineClock, FineState, untilWords } from '#web/parts/fine-parts.tsx'
import { Money } from '#web/parts/money.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { notifiedByWords } from '#web/parts/sent-by-hand.ts'
import { Unreached } from '#web/parts/unreached.tsx'
import { readHadCar } from '#web/parts/who-had-car.server.ts'
import { WhoHadCar } from '#web/parts/who-had-car.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { driverOptions } from '#web/routes/admin/vehicles/driver-options.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { findUnreadNotice } from '#web/routes/admin/vehicles/unread.server.ts'
import type { Route } from './+types/fine.ts'
import { FineActs } from './fine-acts.tsx'
import { FineFacts } from './fine-facts.tsx'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const [fine, charges, drivers, personOf] = await Promise.all([
    getFine(params.id, now),
    listChargesOfFines(),
    driverOptions(now, { withFormer: true }),
    readPersons(),
  ])
  const charge = charges.get(fine.id) ?? null
  return {
    fine,
    charge,
    drivers,
    today: typedMoment(now).day,
    // A driver who was charged before somebody else was named stays charged until that is taken back.
    otherName:
      charge && charge.personId !== personOf(fine.driver?.id ?? '') ? (await getDriver(charge.driverId)).name : null,
    had: await readHadCar(requireAdmin(context), fine.vehicle.id, fine.committedAt, now),
    unread: await findUnreadNotice('fine', fine.driver, fine.informedAt),
    reach: await reachOfDriver(fine.driver, 'fine'),
    events: await listEvents(`fine:${fine.id}`),
  }
})

export const action = saves(
  ({ intent }) => `fine.${intent}`,
  fineAct,
  async (change, act, { params, url }: Route.ActionArgs) => {
    await refuseStale(change, params.id, act, languageOf(url.pathname))
    await carryOutAct(change, params.id, act)
    return `/admin/vehicles/fines/${params.id}?done=${act.intent}`
  },
)

/** Refuses an act of a form that was opened about another driver, or another amount, than the fine has now. */
async function refuseStale(change: Change, id: string, act: FineAct, language: Language): Promise<void> {
  if ('driverSeen' in act) await refuseOtherDriver(change, id, act.driverSeen)
  if (act.intent !== 'identify' && act.intent !== 'price') return
  const fine = await lockFine(change, id)
  if (act.intent === 'identify') refuseNamed(fine)
  refuseIfChanged(fineActs[act.intent], act.opened, typedInAct(fine), language)
}

function carryOutAct(change: Change, id: string, act: FineAct): Promise<void> {
  switch (act.intent) {
    case 'identify':
      return identifyDriver(change, id, act.driverId)
    case 'price':
      return setFineAmount(change, id, act.amount)
    case 'inform':
      return informDriver(change, id)
    case 'make':
      return markFormFilled(change, id)
    case 'sign':
      return signFine(change, id, act)
    case 'send':
      return sendFine(change, id, act)
    case 'close':
      return closeFine(change, id, act.reason)
    case 'reopen':
      return reopenFine(change, id, act.reason)
  }
}

/** One fine: the time left, what happened, and the one thing to do next. */
export default function FineScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { fine, charge, drivers, today, otherName, unread, reach, had, events } = loaderData
  const doneAct = query.get('done') ?? ''
  const done = actionData
    ? null
    : doneAct === 'inform'
      ? unread === null && fine.driver !== null && reach !== null
        ? notifiedByWords(t, reach, fine.driver.name)
        : null
      : t.find(`page.fines.done.${doneAct}`)
  return (
    <>
      <PageHead
        title={t('page.fines.one', { number: showFineNumber(fine.number) })}
        detail={showPlate(fine.vehicle.plate)}
        subtitle={<FineState state={fine.state} />}
        back={{ to: '/admin/vehicles/fines', label: t('page.fines.back') }}
      />
      <SideBySide>
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          <Doubts fine={fine} />
          {unread !== null && fine.driver !== null && (charge === null || otherName !== null) ? (
            <Unreached driver={fine.driver} notice={unread} />
          ) : null}
          <Figures boxed>
            <Figure name={t('page.fines.list.left')} text note={fine.isRunning ? untilWords(fine, t) : null}>
              <FineClock fine={fine} />
            </Figure>
            <Figure name={t('page.fines.facts.driver')} text>
              {fine.driver ? (
                <Link to={`/admin/drivers/${fine.driver.id}`}>{fine.driver.name}</Link>
              ) : (
                t('page.fines.nobody')
              )}
            </Figure>
            <Figure name={t('page.fines.facts.amount')} text={fine.amount === null}>
              {fine.amount === null ? t('page.fines.unknown') : <Money cents={fine.amount} />}
            </Figure>
          </Figures>
          {charge && fine.amount !== null && charge.amount > fine.amount ? (
            <Notice tone="warn">
              {t('page.fines.charge.overcharged', {
                charged: formatMoney(charge.amount, t.language),
                amount: formatMoney(fine.amount, t.language),
              })}
            </Notice>
          ) : null}
          {charge ? <ChargedNotice charge={charge} thing="fine" otherDriver={otherName} /> : null}
          <FineActs
            fine={fine}
            charge={charge}
            drivers={drivers}
            today={today}
            isReached={unread === null}
            reach={reach}
            reply={actionData}
          />
        </Stack>
        <Stack>
          <FineFacts fine={fine} isReached={unread === null} />
          <WhoHadCar
            had={had}
            place={fine.place}
            reason={t('page.fines.one', { number: showFineNumber(fine.number) })}
            back={`/admin/vehicles/fines/${fine.id}`}
          />
          <RecordHistory events={events} />
        </Stack>
      </SideBySide>
    </>
  )
}

/** Warns if the periods of the car name another driver than the fine does. */
function Doubts({ fine: { driver, holder, isRunning } }: { fine: FineView }) {
  const t = useT()
  if (!isRunning) return null
  if (driver === null && holder === null) return <Notice tone="warn">{t('page.fines.holderNobody')}</Notice>
  if (holder === null || holder.id === driver?.id) return null
  return <Notice tone="warn">{t('page.fines.holderDiffers', { holder: holder.name })}</Notice>
}

import type { OwnDriverId } from '#domain/access.ts'
import { minus } from '#domain/money.ts'
import { listOwnGoalsWith } from '#features/adjustments/goals/queries.server.ts'
import type { OwnGoal } from '#features/adjustments/goals/schema.ts'
import { figureDirection } from '#domain/departure.ts'
import type { FirstRide, FirstRideStep } from '#domain/first-ride.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { listOwnRefused } from '#features/connections/collected/queries.server.ts'
import { lastWeeks, listOwnWarnings } from '#features/weeks/working-times/queries.server.ts'
import { findNextShift } from '#features/fleet/shifts/queries.server.ts'
import { listOwnContracts } from '#features/contracts/queries.server.ts'
import { listOwnPapers } from '#features/papers/queries.server.ts'
import type { PaperSlot } from '#features/papers/schema.ts'
import type { PlatformReview } from '#features/papers/platform-reviews/schema.ts'
import { readFirstRide } from '#features/papers/readiness/queries.server.ts'
import { listOwnDue } from '#features/payments/green-receipts/queries.server.ts'
import type { OwnDueReceipt } from '#features/payments/green-receipts/schema.ts'
import { showPlate } from '#domain/identifiers.ts'
import { getDriverHome } from '#features/statements/queries.server.ts'
import type { DriverHome } from '#features/statements/schema.ts'
import { SHORT_DAYS, dayOf, formatDay, formatDayShort, formatInstant, formatWeek, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FinalState } from '#web/parts/departure-parts.tsx'
import { goalName } from '#web/parts/goal-words.ts'
import { InstallHint } from '#web/parts/install-hint.tsx'
import { KeptArea } from '#web/parts/kept-area.tsx'
import { Money } from '#web/parts/money.tsx'
import { endWords } from '#web/parts/paper-end.ts'
import { OwnGoalPrize, OwnGoalProgress } from '#web/parts/own-goal.tsx'
import { warningWords } from '#web/parts/times-parts.tsx'
import { SettlementStateWord } from '#web/parts/settlement-state.tsx'
import { PageTitle } from '#web/seo.tsx'
import { areaKeptUntil, ownDriver } from '#web/session.server.ts'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { Road } from '#web/ui/road.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import { wholePlates } from '#web/ui/whole-plates.tsx'
import type { Route } from './+types/home.ts'
import styles from './home.module.css'
import { OwnStatements } from './own-statements.tsx'
import { SoFar } from './running-week.tsx'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  show(async () => {
    const driverId = ownDriver(context)
    const { now } = context.get(requestContext)
    const home = await getDriverHome(driverId, languageOf(new URL(request.url).pathname), now)
    const [due, steps, { goals, hours }, contracts, { slots: papers, cars }, leaving, shift, stopped] =
      await Promise.all([
        listOwnDue(driverId),
        readFirstRide(driverId, now),
        listWork(driverId, now),
        listOwnContracts(driverId),
        listOwnPapers(driverId, now),
        home.leaves ? readLeaving(driverId, now) : null,
        findNextShift(driverId, now),
        listOwnRefused(driverId, now),
      ])
    return {
      ...home,
      steps,
      leaving,
      goal: goals[0] ?? null,
      due,
      toSign: contracts.filter(({ state }) => state === 'sent').map(({ id, kind }) => ({ id, kind })),
      endingPapers: papers.filter(
        ({ shownState, onItsWay, kind, reviews }) =>
          (kind.fromDriver &&
            onItsWay?.state !== 'sent' &&
            (shownState === 'running-out' || shownState === 'expired')) ||
          reviews.some(({ state }) => state === 'refused'),
      ),
      shift,
      hours,
      stopped: stopped.map(({ platform, vehicleId, name, reason }) => ({
        platform,
        reason,
        plate: vehicleId === null ? null : showPlate(name),
      })),
      cars: cars.map(({ plate, slots }) => ({ plate, papers: endsOf(slots) })),
      until: areaKeptUntil(context),
    }
  })

/** The driver's goals and the hours near or over the limits: both follow from the driver's activity, which is read once. */
async function listWork(driverId: OwnDriverId, now: Temporal.Instant) {
  const { goals, ...known } = await listOwnGoalsWith(driverId, now, lastWeeks(now))
  return { goals, hours: await listOwnWarnings(driverId, now, known) }
}

/** The most documents that the card of a car names. */
const SHOWN_PAPERS = 3

/** The documents that end first, each with its last day and the days until then. */
function endsOf(slots: readonly PaperSlot[]) {
  return slots
    .flatMap(({ kind, current }) => {
      const { expiresOn, daysLeft } = current ?? {}
      return expiresOn ? [{ kind, expiresOn, daysLeft: daysLeft ?? null }] : []
    })
    .toSorted((one, other) => one.expiresOn.localeCompare(other.expiresOn))
    .slice(0, SHOWN_PAPERS)
}

/** For a driver who leaves or has left: the last day, and the state of the final account. */
async function readLeaving(driverId: OwnDriverId, now: Temporal.Instant) {
  const { departure, state, figures } = await getFinalAccount(driverId, now)
  const { lastDay, waitsUntil } = departure
  return { lastDay, waitsUntil, hasLeft: lastDay < dayOf(now), state, figure: figures.figure }
}

type HomeData = Route.ComponentProps['loaderData']
type LeavingData = NonNullable<HomeData['leaving']>

/** What the driver wants to know: how much, when, and whether it is final. Then the one thing to do. */
export default function HomeScreen({ loaderData: home }: Route.ComponentProps) {
  const t = useT()
  if (!home.mainStatement) {
    return (
      <div className={styles.page}>
        <KeptArea until={home.until} />
        <PageTitle>{t('page.driverHome.title')}</PageTitle>
        <h1 className={styles.hello}>{home.name}</h1>
        {home.leaving ? <Leaving leaving={home.leaving} /> : null}
        {home.isSuspended ? <Suspended /> : null}
        {home.leaving?.hasLeft ? null : <HoursNear hours={home.hours} />}
        {lacksPapers(home) ? <PapersToSend /> : null}
        {home.leaving?.hasLeft ? null : <UntilFirstRide steps={home.steps} toSign={home.toSign} />}
        <OwnCars cars={home.cars} />
        {home.leaving?.hasLeft ? null : <NextShift shift={home.shift} />}
        {home.running ? <SoFar running={home.running} /> : null}
        <EmptyState title={t('page.driverHome.empty.title')}>
          <p>{t('page.driverHome.empty.text')}</p>
        </EmptyState>
        <NextGoal goal={home.goal} />
      </div>
    )
  }
  return (
    <div className={styles.home}>
      <KeptArea until={home.until} />
      <PageTitle>{t('page.driverHome.title')}</PageTitle>
      <div className={styles.first}>
        {showsFinalAccountFirst(home) ? null : <Receivable home={home} shown={home.mainStatement} />}
        {home.leaving ? <Leaving leaving={home.leaving} isFirst={showsFinalAccountFirst(home)} /> : null}
      </div>
      {home.isSuspended ? <Suspended /> : null}
      {home.running ? <SoFar running={home.running} /> : null}
      {home.leaving?.hasLeft ? null : <HoursNear hours={home.hours} />}
      <ToDo home={home} />
      <OtherTasks
        toSign={home.toSign}
        papers={home.leaving?.hasLeft ? [] : home.endingPapers}
        stopped={home.leaving?.hasLeft ? [] : home.stopped}
      />
      <NextGoal goal={home.goal} />
      <OwnCars cars={home.cars} />
      {home.leaving?.hasLeft ? null : <NextShift shift={home.shift} />}
      <div className={styles.last}>
        <Stack>
          <Card
            title={t('page.driverHome.last')}
            aside={<Link to="/dashboard/payslips">{t('page.driverHome.all')}</Link>}
            flush
          >
            {home.nets.length > 1 ? (
              <div className={styles.line}>
                <SmallLine
                  values={home.nets}
                  label={t('page.driverHome.line', { count: home.nets.length })}
                  width={280}
                  height={44}
                />
                <small>{t('page.driverHome.line', { count: home.nets.length })}</small>
              </div>
            ) : null}
            <OwnStatements statements={home.statements} newestOwedTo={home.latest?.owedTo} due={home.due} />
          </Card>
          <InstallHint />
        </Stack>
      </div>
    </div>
  )
}

type MainStatement = NonNullable<DriverHome['mainStatement']>

/** The main statement: its amount, the day of payment and its state, with the week drawn as a road. */
function Receivable({ home, shown: statement }: { home: DriverHome; shown: MainStatement }) {
  const t = useT()
  const language = useLanguage()
  const { week, settlement, state, name, regime } = statement
  const number = weekNumber(week)
  const { toReceive } = home
  const amount = toReceive?.amount ?? settlement.net
  const day = toReceive ? toReceive.day : statement.payDay

  return (
    <section className={styles.receivable} aria-labelledby="receivable">
      <h1 id="receivable">
        {toReceive
          ? t(regime === 'employee' ? 'page.driverHome.besidesSalary' : 'page.driverHome.toReceive')
          : settlement.net < 0
            ? t('page.driverHome.owed', { number })
            : t('page.driverHome.lastPaid')}
        {toReceive && toReceive.weeks > 1 ? (
          <span> {t('page.driverHome.ofWeeks', { count: toReceive.weeks })}</span>
        ) : null}
      </h1>
      <p>
        <Amount cents={amount} size="huge" />
      </p>
      <p className={styles.day}>
        <b>
          {day
            ? day.planned
              ? t('page.driverHome.planned', { day: formatDay(day.day, language) })
              : formatDay(day.day, language)
            : null}
        </b>
        {!toReceive && !day && settlement.net < 0 ? (
          <b className={styles.owed}>{t(`page.driverHome.carried.${statement.owedTo}`)}</b>
        ) : null}
        <SettlementStateWord state={state} />
      </p>
      <div className={styles.road}>
        <Road
          compact
          draws
          label={formatWeek(week, language)}
          stops={SHORT_DAYS[language].map((label) => ({
            label: label.slice(0, 3).replace('.', ''),
            state: 'done' as const,
          }))}
        />
      </div>
      <Link to={`/dashboard/payslips/${name}`} className={styles.open}>
        {t('page.driverHome.statement', { number })}
        <Icon name="right" />
      </Link>
      {home.contestUntil ? (
        <p className={styles.age}>
          {t('page.driverHome.contestUntil', { until: formatInstant(home.contestUntil, language) })}
        </p>
      ) : null}
    </section>
  )
}

/** Whether the final account comes first: for a driver who has left, unless it is settled or statements are still to be paid. */
function showsFinalAccountFirst({ leaving, toReceive }: HomeData): boolean {
  return leaving !== null && leaving.hasLeft && leaving.figure !== 0 && toReceive === null
}

/** Says that the driver leaves or has left, what is still to be settled, and where to read more. */
function Leaving({ leaving, isFirst = false }: { leaving: LeavingData; isFirst?: boolean }) {
  const t = useT()
  const { lastDay, waitsUntil, hasLeft, state, figure } = leaving
  const day = formatDayShort(lastDay, t.language)
  const words = t(`page.departures.own.${state}`, {
    day: formatDayShort(waitsUntil, t.language),
    amount: formatMoney(minus(figure), t.language),
  })
  const link = <LinkButton to="/dashboard/departure">{t('page.departures.own.open')}</LinkButton>
  if (!isFirst)
    return (
      <Notice title={t(`page.departures.own.${hasLeft ? 'left' : 'leaves'}`, { day })} action={link}>
        <p>{words}</p>
      </Notice>
    )
  return (
    <section className={styles.receivable} aria-labelledby="receivable">
      <h1 id="receivable">{t(`page.departures.own.figure.${figureDirection(figure)}`)}</h1>
      <p>
        <Amount cents={figure} size="huge" />
      </p>
      <p className={styles.day}>
        <b>{t('page.departures.own.left', { day })}</b>
        <FinalState state={state} />
      </p>
      <p className={styles.final}>{words}</p>
      <Link to="/dashboard/departure" className={styles.open}>
        {t('page.departures.own.open')}
        <Icon name="right" />
      </Link>
    </section>
  )
}

/** Says that a suspended driver may not drive, and whom to ask. */
function Suspended() {
  const t = useT()
  return (
    <div className={styles.todo}>
      <Card title={t('page.driverHome.suspended.title')} tone="warn">
        <p className={styles.task}>{t('page.driverHome.suspended.what')}</p>
        <p>{t('page.driverHome.suspended.text')}</p>
        <LinkButton to="/dashboard/help" kind="primary" wide>
          {t('page.driverHome.suspended.ask')}
        </LinkButton>
      </Card>
    </div>
  )
}

/** Hours of the last days near or over the limits of the law: the newest first. */
function HoursNear({ hours }: Pick<HomeData, 'hours'>) {
  const t = useT()
  const shown = hours.find(({ isOver }) => isOver) ?? hours[0]
  if (!shown) return null
  return (
    <div className={styles.todo}>
      <Card title={t(`page.times.home.${shown.isOver ? 'over' : 'title'}`)} tone="warn">
        <p>{warningWords(shown, t)}</p>
        <p>{wholePlates(t('page.times.warnings.own'))}</p>
        <LinkButton to="/dashboard/documents/times">{t('page.times.home.open')}</LinkButton>
      </Card>
    </div>
  )
}

/** The progress of the newest goal; nothing if none runs. */
function NextGoal({ goal }: { goal: OwnGoal | null }) {
  const t = useT()
  if (!goal) return null
  return (
    <div className={styles.todo}>
      <Card title={goalName(goal.goal, t)} aside={<OwnGoalPrize of={goal} />}>
        <OwnGoalProgress of={goal} />
        <Links>
          <Link to="/dashboard/goals">{t('page.goals.own.all')}</Link>
        </Links>
      </Card>
    </div>
  )
}

/** Other things that wait for the driver, each with a link; none of them blocks driving today. */
function OtherTasks({
  toSign,
  papers,
  stopped,
}: Pick<HomeData, 'toSign' | 'stopped'> & { papers: HomeData['endingPapers'] }) {
  const t = useT()
  if (toSign.length + papers.length + stopped.length === 0) return null
  return (
    <div className={styles.todo}>
      <Card title={t('page.driverHome.also.title')}>
        <Items>
          {toSign.map(({ id, kind }) => (
            <Item
              key={id}
              to={`/dashboard/contracts/${id}/signature`}
              title={t('page.driverHome.also.sign')}
              aside={<State tone="todo">{t(`page.contracts.kinds.${kind}`)}</State>}
            />
          ))}
          {stopped.map(({ platform, plate, reason }) => (
            <Item
              key={`${platform} ${plate}`}
              to="/dashboard/help"
              title={t(`page.driverHome.also.${plate === null ? 'stopped' : 'stoppedCar'}`, {
                provider: t(`page.connections.providers.${platform}`),
                plate: plate ?? '',
              })}
              aside={<State tone="bad">{reason ?? t('page.driverHome.also.talk')}</State>}
            />
          ))}
          {papers.map((slot) => {
            const refused = slot.reviews.find(({ state }) => state === 'refused')
            return refused ? (
              <Refused key={slot.kind.code} slot={slot} provider={refused.provider} />
            ) : (
              <Ending key={slot.kind.code} slot={slot} />
            )
          })}
        </Items>
      </Card>
    </div>
  )
}

/** A paper that ends or has ended. */
function Ending({ slot: { kind, shownState, current } }: { slot: PaperSlot }) {
  const t = useT()
  return (
    <Item
      to={`/dashboard/documents/${kind.code}`}
      title={t('page.driverHome.also.paper', { paper: kind.name[t.language] })}
      aside={
        <State tone={shownState === 'expired' ? 'bad' : 'warn'}>
          {current?.expiresOn
            ? t(`page.driverHome.also.${shownState === 'expired' ? 'ended' : 'until'}`, {
                day: formatDayShort(current.expiresOn, t.language),
              })
            : t(`page.papers.looks.${shownState}`)}
        </State>
      }
    />
  )
}

/** A paper that is in order here but was refused by a platform; the way to fix that stands beside it. */
function Refused({ slot: { kind }, provider }: { slot: PaperSlot; provider: PlatformReview['provider'] }) {
  const t = useT()
  return (
    <Item
      to="/dashboard/documents"
      title={t('page.driverHome.also.again', { paper: kind.name[t.language] })}
      aside={
        <State tone="bad">
          {t('page.driverHome.also.refused', { provider: t(`page.connections.providers.${provider}`) })}
        </State>
      }
    />
  )
}

/** The driver's present car, and until when its papers that end first are valid. */
function OwnCars({ cars }: Pick<HomeData, 'cars'>) {
  const t = useT()
  return cars.map(({ plate, papers }) => (
    <div key={plate} className={styles.todo}>
      <Card
        title={t('page.driverHome.car.title')}
        aside={<Link to="/dashboard/documents">{t('page.driverHome.car.papers')}</Link>}
      >
        <p className={styles.task}>{showPlate(plate)}</p>
        <Facts>
          {papers.map((paper) => (
            <Fact key={paper.kind.code} name={paper.kind.name[t.language]}>
              {endWords(t, paper)}
            </Fact>
          ))}
        </Facts>
        <Links>
          <Link to="/dashboard/documents/roadside">{t('page.papers.roadside.link')}</Link>
          <Link to="/dashboard/inspections">{t('page.driverHome.car.inspections')}</Link>
          <Link to="/dashboard/damage-reports/new">{t('page.damageReports.title')}</Link>
        </Links>
      </Card>
    </div>
  ))
}

/** The driver's next shift, with links to swaps and free cars. */
function NextShift({ shift }: Pick<HomeData, 'shift'>) {
  const t = useT()
  const link = <Link to="/dashboard/shifts">{t('page.shifts.own.link')}</Link>
  if (shift === null) return <Links>{link}</Links>
  return (
    <div className={styles.todo}>
      <Card title={t('page.shifts.own.next')} aside={link}>
        <p className={styles.task}>
          {formatDay(shift.day, t.language)}, {`${shift.starts}–${shift.ends}`}
        </p>
        <Words look="soft">{shift.plate}</Words>
      </Card>
    </div>
  )
}

/** The page of each step that the driver does; the office does the others. */
const STEP_PAGES: Partial<Record<FirstRideStep, string>> = {
  nif: '/dashboard/data?field=nif#ask',
  iban: '/dashboard/data?field=iban#ask',
  papers: '/dashboard/documents',
  contract: '/dashboard/contracts',
}

const STEP_TONES = { done: 'ok', waits: 'info', yours: 'warn', open: 'todo' } as const

/** What a new driver needs before the first ride: the steps done, those to do now, and those of the office. */
function UntilFirstRide({ steps, toSign }: { steps: FirstRide } & Pick<HomeData, 'toSign'>) {
  const t = useT()
  const done = steps.filter(({ state }) => state === 'done').length
  if (done === steps.length) return null
  const placeOf = (step: FirstRideStep) =>
    step === 'contract' && toSign[0] ? `/dashboard/contracts/${toSign[0].id}/signature` : STEP_PAGES[step]
  return (
    <div className={styles.todo}>
      <Card title={t('page.firstRide.title')} aside={t('page.firstRide.done', { done, count: steps.length })}>
        <p className={styles.steps}>
          {t(steps.some(({ state }) => state === 'yours') ? 'page.firstRide.text' : 'page.firstRide.textOffice')}
        </p>
        <Items ordered>
          {steps.map(({ step, state }) => {
            const to = state === 'yours' ? placeOf(step) : undefined
            return (
              <Item
                key={step}
                {...(to ? { to } : {})}
                title={t(`page.firstRide.own.${step}`)}
                aside={<State tone={STEP_TONES[state]}>{t(`page.firstRide.ownState.${state}`)}</State>}
              />
            )
          })}
        </Items>
      </Card>
    </div>
  )
}

/** Papers are not asked of a driver who has left. */
const lacksPapers = ({ steps, leaving }: Pick<HomeData, 'steps' | 'leaving'>) =>
  !leaving?.hasLeft && steps.some(({ step, state }) => step === 'papers' && state === 'yours')

/** Papers without which nobody may drive: a new driver can send them at once, from the phone. */
function PapersToSend() {
  const t = useT()
  return (
    <div className={styles.todo}>
      <Card title={t('page.driverHome.todo')} tone="warn">
        <p className={styles.task}>{t('page.firstRide.todo.papers')}</p>
        <p>{t('page.firstRide.todo.papersText')}</p>
        <LinkButton to="/dashboard/documents" kind="primary" wide>
          {t('page.firstRide.todo.papersAct')}
        </LinkButton>
      </Card>
    </div>
  )
}

/** The one thing to do, by the data; nothing if there is none. */
function ToDo({ home }: { home: HomeData }) {
  const { iban, latest, due } = home
  const t = useT()
  if (iban.state === 'missing' || iban.state === 'invalid') {
    return (
      <div className={styles.todo}>
        <Card title={t('page.driverHome.todo')} tone="warn">
          <p className={styles.task}>{t(`page.driverHome.iban.${iban.state}`)}</p>
          <p>{t(`page.driverHome.iban.${iban.state}Text`)}</p>
          <LinkButton to="/dashboard/data?field=iban#ask" kind="primary" wide>
            {t('page.driverHome.iban.action')}
          </LinkButton>
        </Card>
      </div>
    )
  }
  const [cameBack] = home.cameBack
  if (cameBack) {
    return (
      <div className={styles.todo}>
        <Card title={t('page.driverHome.todo')} tone="warn">
          <p className={styles.task}>{t('page.driverHome.cameBack.title', { number: weekNumber(cameBack) })}</p>
          <p>{t('page.driverHome.cameBack.text')}</p>
          <LinkButton to="/dashboard/data?field=iban#ask" kind="primary" wide>
            {t('page.driverHome.cameBack.action')}
          </LinkButton>
        </Card>
      </div>
    )
  }
  if (lacksPapers(home)) return <PapersToSend />
  const [oldest, ...later] = due
  if (!oldest) return null
  if (later.length > 0) return <ReceiptsToIssue due={due} />
  return (
    <div className={styles.todo}>
      <Card title={t('page.driverHome.todo')} tone="warn">
        <p className={styles.task}>
          {t('page.driverHome.receipt.title', { amount: formatMoney(oldest.value, t.language) })}
        </p>
        <p>{wholePlates(t('page.driverHome.receipt.text', { number: weekNumber(oldest.week) }))}</p>
        <LinkButton to={receiptPage(oldest)} kind="primary" wide>
          {t('page.greenReceipts.issue')}
        </LinkButton>
        {latest?.receipt && latest.week === oldest.week ? (
          <details className={styles.reason}>
            <summary>{t('page.driverHome.receipt.why')}</summary>
            <p>{t('page.driverHome.receipt.value', { words: latest.receipt.words })}</p>
          </details>
        ) : null}
      </Card>
    </div>
  )
}

const receiptPage = ({ name }: OwnDueReceipt) => `/dashboard/payslips/${name}/receipt`

/** Several receipts to issue, the oldest first: each with its week, its amount and its page. */
function ReceiptsToIssue({ due }: { due: readonly OwnDueReceipt[] }) {
  const t = useT()
  return (
    <div className={styles.todo}>
      <Card title={t('page.driverHome.todo')} tone="warn">
        <p className={styles.task}>{t('page.driverHome.receipt.several', { count: due.length })}</p>
        <p>{t('page.driverHome.receipt.severalText')}</p>
        <Items>
          {due.map((receipt) => (
            <Item
              key={receipt.name}
              to={receiptPage(receipt)}
              title={t('page.driverHome.receipt.of', { number: weekNumber(receipt.week) })}
              aside={<Money cents={receipt.value} />}
            />
          ))}
        </Items>
      </Card>
    </div>
  )
}

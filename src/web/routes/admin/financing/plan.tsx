import { useSearchParams } from 'react-router'
import { minus } from '#domain/money.ts'
import { depositFigures } from '#domain/plan.ts'
import {
  attachProof,
  cancelPlan,
  changePlan,
  declineRequest,
  movePlan,
  reopenRequest,
  skipWeek,
  takeSkipBack,
  writeOff,
} from '#features/plans/commands.server.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { forecastRequests, getPlan } from '#features/plans/queries.server.ts'
import { type PlanAct, type PlanView, planAct } from '#features/plans/schema.ts'
import { askForApproval, askForReturn } from '#features/oversight/second-person/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { formatDayShort, formatWeek, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMaySend } from '#web/place-power.ts'
import { Moment } from '#web/parts/moment.tsx'
import { Money } from '#web/parts/money.tsx'
import styles from '#web/parts/plan-parts.module.css'
import {
  AcceptedWords,
  ExpectedWeeks,
  PlanMovements,
  PlanSchedule,
  PlanState,
  SkippedWeeks,
} from '#web/parts/plan-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Links, SideBySide } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/plan.ts'
import { PlanActs } from './plan-acts.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const plan = await getPlan(params.id, now)
  const { [plan.id]: forecast } = await forecastRequests([plan], now)
  return { plan, name: await nameApart(plan.driver.id), forecast }
})

export const action = saves(
  ({ intent }) => `plan.${intent}`,
  planAct,
  async (change, act, { params }: Route.ActionArgs) => {
    const id = await carryOutAct(change, params.id, act)
    return id === null ? '/admin/second-person?done=asked' : `/admin/financing/${id}?done=${act.intent}`
  },
)

/** Carries out an act; answers the id of the plan to show next, `null` when the act waits for a second person. */
async function carryOutAct(change: Change, id: string, act: PlanAct): Promise<string | null> {
  switch (act.intent) {
    case 'approve':
      return askForApproval(change, id, { ...act, total: act.amount })
    case 'conditions':
      return changePlan(change, id, act)
    case 'decline':
      await declineRequest(change, id, act.reason)
      return id
    case 'reopen':
      await reopenRequest(change, id, act.reason)
      return id
    case 'cancel':
      await cancelPlan(change, id, act.reason)
      return id
    case 'skip':
      await skipWeek(change, id, act.week, act.reason)
      return id
    case 'unskip':
      await takeSkipBack(change, id, act.week)
      return id
    case 'write-off':
      await writeOff(change, id, act.reason, act.amount)
      return id
    case 'proof':
      await attachProof(change, id, act.proof)
      return id
    case 'used':
      await movePlan(change, id, { kind: 'used', amount: act.amount, reason: act.reason }, act.proof)
      return id
    case 'returned':
      return (await askForReturn(change, id, act)) === 'asked' ? null : id
    case 'early':
      await movePlan(change, id, { kind: act.intent, amount: act.amount, reason: act.reason })
      return id
  }
}

/** One plan: its conditions, every week of it, and what the office may do. */
export default function PlanScreen({ loaderData: { plan, name, forecast }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const maySend = useMaySend(`/admin/financing/${plan.id}`)
  const done = actionData ? null : t.find(`page.plans.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={name}
        detail={t(`page.plans.kinds.${plan.kind}`)}
        subtitle={<PlanState state={plan.state} />}
        back={{ to: '/admin/financing', label: t('page.plans.title') }}
      />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        <PlanSummary plan={plan} />
        <SideBySide>
          <Stack>
            <PlanFacts plan={plan} />
            {plan.kind === 'deposit' ? <DepositStatement plan={plan} /> : null}
            <PlanActs plan={plan} reply={actionData} />
            {plan.state === 'cancelled' ? <OpenAnother driverId={plan.driver.id} /> : null}
          </Stack>
          <Stack>
            <Section title={t('page.plans.schedule.title')}>
              <div className={styles.block}>
                <PlanSchedule past={plan.past} coming={plan.coming} />
                <p>{t('page.plans.schedule.note')}</p>
                <SkippedWeeks plan={plan} mayTakeBack={maySend && plan.state === 'active'} />
              </div>
            </Section>
            {forecast ? (
              <Section title={t('page.plans.driver.ask.title')}>
                <div className={styles.block}>
                  <ExpectedWeeks forecast={forecast} asked={plan.count} whose="driver" />
                </div>
              </Section>
            ) : null}
            {plan.movements.length + plan.takenBack.length > 0 ? (
              <Section title={t('page.plans.movements.title')}>
                <PlanMovements plan={plan} at="/admin/financing" mayTakeBack={maySend && plan.state !== 'replaced'} />
              </Section>
            ) : null}
          </Stack>
        </SideBySide>
      </Stack>
    </>
  )
}

/** A cancelled plan stays cancelled: what was cancelled by mistake is opened as another one. */
function OpenAnother({ driverId }: { driverId: string }) {
  const t = useT()
  return (
    <Links>
      <LinkButton to={`/admin/financing/new?driver=${driverId}`} kind="outlined">
        {t('page.plans.acts.another')}
      </LinkButton>
    </Links>
  )
}

/** The amount, what is left of it, and in how many parts. */
function PlanSummary({ plan: { agreed, total, remaining, count, first } }: { plan: PlanView }) {
  const t = useT()
  // Changed conditions share out what was owed then, not the whole amount.
  const part = { amount: formatMoney(total, t.language), first: formatWeek(first, t.language) }
  return (
    <Figures boxed>
      <Figure name={t('page.plans.facts.remaining')}>
        <Money cents={remaining} />
      </Figure>
      <Figure name={t('page.plans.facts.total')}>
        <Money cents={agreed} />
      </Figure>
      <Figure
        name={t('page.plans.facts.count')}
        note={total === agreed ? part.first : t('page.plans.facts.countOf', part)}
      >
        {count}
      </Figure>
    </Figures>
  )
}

function PlanFacts({ plan }: { plan: PlanView }) {
  const t = useT()
  const { state, driver, reason, first, agreedOn, skipsIdle, acceptedAt, proof, decision } = plan
  return (
    <Card>
      <Facts>
        <Fact name={t('page.plans.columns.driver')}>
          <Link to={`/admin/drivers/${driver.id}/account`}>{driver.name}</Link>
        </Fact>
        <Fact name={t('page.plans.facts.reason')}>{reason}</Fact>
        {plan.down > 0 ? (
          <Fact name={t('page.plans.facts.down')}>
            <Money cents={plan.down} />
            {plan.isDownTakenBack ? ` · ${t('page.plans.facts.downTakenBack')}` : null}
          </Fact>
        ) : null}
        {plan.isBefore ? <Fact name={t('page.plans.facts.before')}>{t('page.plans.facts.beforeYes')}</Fact> : null}
        {plan.interest > 0 ? (
          <Fact name={t('page.plans.facts.charge')}>
            {t('page.plans.facts.chargeOf', {
              rate: formatPercent(plan.interest, t.language),
              cost: formatMoney(plan.cost, t.language),
              charged: formatMoney(plan.charged, t.language),
            })}
          </Fact>
        ) : null}
        <Fact name={t('page.plans.facts.first')}>
          {formatWeek(first, t.language)}
          {plan.asked ? ` · ${t('page.plans.facts.asked', { number: weekNumber(plan.asked) })}` : null}
        </Fact>
        <Fact name={t('page.plans.facts.agreedOn')}>{formatDayShort(agreedOn, t.language)}</Fact>
        <Fact name={t('page.plans.facts.idle')}>
          {t(skipsIdle ? 'page.plans.facts.idleSkipped' : 'page.plans.facts.idleDue')}
        </Fact>
        {state === 'active' || state === 'paid' ? (
          <Fact name={t('page.plans.facts.accepted')}>
            {acceptedAt ? <Moment at={acceptedAt} /> : t(`page.plans.facts.${notAccepted(plan)}`)}
          </Fact>
        ) : null}
        {proof ? (
          <Fact name={t('page.plans.facts.proof')}>
            <Link to={`/admin/financing/${plan.id}/proof`} file>
              {proof}
            </Link>
          </Fact>
        ) : null}
        {decision ? <Fact name={t('page.plans.facts.decision')}>{decision}</Fact> : null}
        {plan.replaces ? (
          <Fact name={t('page.plans.facts.replaces')}>
            <Link to={`/admin/financing/${plan.replaces}`}>{t('page.plans.facts.replacesLink')}</Link>
          </Fact>
        ) : null}
      </Facts>
      {acceptedAt ? <AcceptedWords plan={plan} /> : null}
      {plan.interest > 0 ? <p>{t('page.plans.legal')}</p> : null}
    </Card>
  )
}

/** How a plan stands that its driver has not accepted: of one that is paid nothing more is taken. */
function notAccepted({ state, awaitsAcceptance }: PlanView) {
  if (state === 'paid') return 'neverAccepted'
  return awaitsAcceptance ? 'awaitsAcceptance' : 'notAccepted'
}

/** What came into a deposit, what was used and given back, and what is still the driver's. */
function DepositStatement({ plan: { movements, taken } }: { plan: PlanView }) {
  const t = useT()
  const { received, used, returned, held } = depositFigures(taken, movements)
  return (
    <Card title={t('page.plans.statement.title')}>
      <Facts>
        <Fact name={t('page.plans.statement.received')}>
          <Money cents={received} />
        </Fact>
        <Fact name={t('page.plans.statement.used')}>
          <Money cents={minus(used)} />
        </Fact>
        <Fact name={t('page.plans.statement.returned')}>
          <Money cents={minus(returned)} />
        </Fact>
        <Fact name={t('page.plans.statement.held')}>
          <Money cents={held} />
        </Fact>
      </Facts>
      <p>{t('page.plans.statement.note')}</p>
    </Card>
  )
}

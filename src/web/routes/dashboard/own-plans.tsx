import { Form as GetForm } from 'react-router'
import { MAX_INSTALMENTS } from '#domain/plan.ts'
import type { Week } from '#domain/week.ts'
import { type BasisPoints, type Cents, sum } from '#domain/money.ts'
import type { DecidedAdjustment } from '#features/adjustments/queries.server.ts'
import { type AdvanceForecast, type PlanView, requestRecord } from '#features/plans/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import {
  AcceptedWords,
  ExpectedWeeks,
  PlanMovements,
  PlanSchedule,
  PlanState,
  SkippedWeeks,
  conditionsOf,
} from '#web/parts/plan-parts.tsx'
import styles from '#web/parts/plan-parts.module.css'
import type { Reply } from '#web/reply.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { MoneyField, TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Shown = {
  forecasts: Readonly<Record<string, AdvanceForecast>>
  reply: Reply | undefined
}

const isRunning = ({ state }: PlanView) => state === 'active' || state === 'requested'

/** The reader's plans and requests: first the sum still owed and until when, then the running ones, and folded the ended ones. */
export function OwnPlans({ plans, ...rest }: { plans: readonly PlanView[] } & Shown) {
  const t = useT()
  const running = plans.filter(isRunning)
  const ended = plans.filter((plan) => !isRunning(plan))
  // A deposit is the driver's own money, and comes back: it is no debt.
  const owed = running.filter(({ state, kind }) => state === 'active' && kind !== 'deposit')
  const last = owed.flatMap(({ coming }) => coming.map(({ week }) => week)).reduce<Week | null>(laterOf, null)
  const left = sum(owed.map(({ remaining }) => remaining))
  return (
    <>
      {left > 0 ? (
        <Words>
          {t('page.plans.own.left', { amount: formatMoney(left, t.language) })}{' '}
          {last ? t('page.plans.own.lastWeek', { number: weekNumber(last) }) : null}
        </Words>
      ) : null}
      {running.length === 0 ? <p>{t('page.plans.ownEmpty')}</p> : null}
      {plans.length === 0 ? null : (
        <Card flush>
          {running.map((plan) => (
            <OwnPlan key={plan.id} plan={plan} {...rest} />
          ))}
          {ended.length === 0 ? null : (
            <Disclosure summary={t('page.plans.own.ended')} aside={String(ended.length)}>
              {ended.map((plan) => (
                <OwnPlan key={plan.id} plan={plan} {...rest} />
              ))}
            </Disclosure>
          )}
        </Card>
      )}
    </>
  )
}

function laterOf(one: Week | null, other: Week): Week {
  return one === null || other > one ? other : one
}

/** A plan with its name, the sum left and its end; folded inside, its conditions and every week. */
function OwnPlan({ plan, forecasts, reply }: { plan: PlanView } & Shown) {
  const t = useT()
  const last = plan.coming.at(-1)
  return (
    <Disclosure
      summary={t('page.plans.own.summary', {
        kind: t(`page.plans.kinds.${plan.kind}`),
        reason: plan.reason,
        amount: formatMoney(plan.total, t.language),
        count: plan.count,
      })}
      aside={
        plan.state === 'active' ? (
          <>
            <Money cents={plan.remaining} />
            <small>
              {last ? t('page.plans.own.until', { number: weekNumber(last.week) }) : t('page.plans.facts.remaining')}
            </small>
          </>
        ) : (
          <PlanState state={plan.state} />
        )
      }
      open={plan.state === 'active' && plan.acceptedAt === null}
    >
      <div className={styles.block}>
        <p>{conditionsOf(plan, t)}</p>
        {plan.decision ? (
          <p>
            {t('page.plans.facts.decision')}: {plan.decision}
          </p>
        ) : null}
        <Asked plan={plan} forecast={forecasts[plan.id]} />
        {plan.state === 'active' || plan.state === 'paid' ? <Agreed plan={plan} reply={reply} /> : null}
      </div>
    </Disclosure>
  )
}

/** A granted plan: the sum left, the driver's acceptance, every week, and movements outside the statements. */
function Agreed({ plan, reply }: { plan: PlanView; reply: Reply | undefined }) {
  const t = useT()
  return (
    <>
      <Papers plan={plan} />
      <p>
        {t('page.plans.facts.remaining')}: {formatMoney(plan.remaining, t.language)}
        {plan.kind === 'deposit' ? ` · ${t('page.plans.facts.held')}: ${formatMoney(plan.held, t.language)}` : null}
      </p>
      {plan.acceptedAt ? <AcceptedWords plan={plan} /> : null}
      {plan.acceptedAt === null && plan.state === 'active' ? (
        <Form quiet data-outbox>
          <p>{notAccepted(plan, t)}</p>
          <FormReply reply={reply?.values['plan'] === plan.id ? reply : undefined} />
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="plan" value={plan.id} />
          <div>
            <SubmitButton kind="outlined">{t('page.plans.own.accept')}</SubmitButton>
          </div>
        </Form>
      ) : null}
      <PlanSchedule past={plan.past} coming={plan.coming} />
      <Besides plan={plan} />
    </>
  )
}

/** A request with its weeks as they would really be: the requested ones may not fit under the ceiling. */
function Asked({ plan, forecast }: { plan: PlanView; forecast: AdvanceForecast | undefined }) {
  return forecast ? <ExpectedWeeks forecast={forecast} asked={plan.count} whose="own" /> : null
}

/** Before the first deduction: whether it waits for the driver's acceptance, or the week in which it begins. */
function notAccepted({ awaitsAcceptance, coming: [next], past }: PlanView, t: Translator): string | null {
  if (awaitsAcceptance) return t('page.plans.own.awaits')
  return next && past.length === 0 ? t('page.plans.own.begins', { number: weekNumber(next.week) }) : null
}

function Papers({ plan: { id, proof } }: { plan: PlanView }) {
  const t = useT()
  return proof ? (
    <p>
      {t('page.plans.facts.proof')}:{' '}
      <Link to={`/dashboard/financing/${id}/proof`} file>
        {proof}
      </Link>
    </p>
  ) : null
}

/** Skipped weeks, and movements outside the statements. */
function Besides({ plan }: { plan: PlanView }) {
  return (
    <>
      <SkippedWeeks plan={plan} />
      {plan.movements.length + plan.takenBack.length > 0 ? (
        <PlanMovements plan={plan} at="/dashboard/financing" />
      ) : null}
    </>
  )
}

type Paper = Pick<DecidedAdjustment, 'id' | 'week' | 'kind' | 'about' | 'reason' | 'amount'> & { file: string }

/** The reader's adjustments that have a document, each with a link to it. */
export function OwnPapers({ papers }: { papers: readonly Paper[] }) {
  const t = useT()
  return (
    <ul>
      {papers.map(({ id, week, kind, about, reason, amount, file }) => (
        <li key={id}>
          {formatWeekNumber(week, t.language)} · {lineLabel({ code: `adjustment.${kind}`, adjustment: { about } }, t)}:{' '}
          <Money cents={amount} look="signed" /> · {reason} ·{' '}
          <Link to={`/dashboard/adjustments/${id}/file`} file>
            {file}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type AskedAdvance = {
  typed: { amount: string; count: string }
  plan: (AdvanceForecast & { total: Cents; count: number; interest: BasisPoints; cost: Cents }) | null
}

type Asking = {
  asked: AskedAdvance | null
  skipsIdle: boolean
}

/** Asks for an advance in two steps: the sum with every week and the total, then the request. */
export function AskForAdvance({ asked, skipsIdle }: Asking) {
  const t = useT()
  const plan = asked?.plan ?? null
  return (
    <div className={styles.block}>
      <p>{t('page.plans.own.ask.text')}</p>
      <GetForm method="get" className={styles.fields} key={JSON.stringify(asked?.typed)}>
        <MoneyField
          name="amount"
          label={t('page.plans.own.ask.amount')}
          defaultValue={asked?.typed.amount ?? ''}
          required
        />
        <TextField
          name="count"
          label={t('page.plans.own.ask.count')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={asked?.typed.count ?? '5'}
          required
        />
        <Button type="submit">{t('page.plans.own.ask.simulate')}</Button>
      </GetForm>
      {asked && !plan ? (
        <Notice tone="warn">
          <p>{t('page.plans.own.ask.wrong', { most: MAX_INSTALMENTS })}</p>
        </Notice>
      ) : null}
      {asked && plan ? (
        <>
          <p>
            {t(plan.interest > 0 ? 'page.plans.own.ask.totalWithCharge' : 'page.plans.own.ask.total', {
              amount: formatMoney(plan.total, t.language),
              total: formatMoney(sum([plan.total, plan.cost]), t.language),
              count: plan.count,
              cost: formatMoney(plan.cost, t.language),
              rate: formatPercent(plan.interest, t.language),
            })}
          </p>
          <ExpectedWeeks forecast={plan} asked={plan.count} whose="own" />
          {skipsIdle ? <p>{t('page.plans.own.idle')}</p> : null}
          <Form intent="request" of={requestRecord} data-outbox>
            <input type="hidden" name="amount" value={asked.typed.amount} />
            <input type="hidden" name="count" value={asked.typed.count} />
            <input type="hidden" name="interest" value={plan.interest} />
            <div>
              <SubmitButton>{t('page.plans.own.ask.submit')}</SubmitButton>
            </div>
          </Form>
        </>
      ) : null}
    </div>
  )
}

import { useSearchParams } from 'react-router'
import type { OwnDriverId } from '#domain/access.ts'
import { readTypedCents, readTypedCount } from '#domain/amount.ts'
import { type BasisPoints, basisPoints, share } from '#domain/money.ts'
import { MAX_INSTALMENTS } from '#domain/plan.ts'
import { weekAt, weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { listDriverAdjustments, listRecurring } from '#features/adjustments/queries.server.ts'
import {
  getCurrentAccount,
  getDriverAccount,
  readDriverAccountCode,
  readOn,
} from '#features/ledger/current-accounts/queries.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { OWN_PAGE } from '#features/ledger/current-accounts/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { acceptPlan, requestAdvance } from '#features/plans/commands.server.ts'
import {
  firstOpenWeek,
  forecastAdvance,
  forecastRequests,
  getPlan,
  listOwnPlans,
} from '#features/plans/queries.server.ts'
import { ownPlanInput } from '#features/plans/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, AccountViews, CurrentBalance, PlainBalance } from '#web/parts/account-parts.tsx'
import { conditionsOf } from '#web/parts/plan-parts.tsx'
import { RecurringTable } from '#web/parts/recurring-table.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { answered } from '#web/reply.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/financing.ts'
import { AskForAdvance, OwnPapers, OwnPlans } from './own-plans.tsx'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const on = readOn(url.searchParams.get('on'), now)
    const page = readNumber(url.searchParams.get('page')) || 1
    const code = readDriverAccountCode(url.searchParams.get('account'))
    const [current, other, plans, rules, adjustments, settings, departure] = await Promise.all([
      getCurrentAccount(driver, on, { page, size: OWN_PAGE }),
      code === 'current' ? null : getDriverAccount(code, driver, on, { page, size: OWN_PAGE }),
      listOwnPlans(driver, now),
      listRecurring(driver),
      listDriverAdjustments(driver),
      settingsIn(weekAt(now)),
      findDeparture(driver),
    ])
    const forecasts = await forecastRequests(plans, now)
    const result = await workOut(driver, readAsked(url.searchParams, basisPoints(settings.planInterest)), now)
    const papers = adjustments.flatMap(({ id, week, kind, about, reason, amount, state, file }) =>
      file !== null && state === 'accepted' ? [{ id, week, kind, about, reason, amount, file }] : [],
    )
    const skipsIdle = settings.skipWeeksWithoutIncome === 1
    return {
      page,
      code,
      current,
      account: other ?? current,
      plans,
      forecasts,
      rules,
      papers,
      departure,
      hasLeft: departure !== null && departure.lastDay < dayOf(now),
      asked: result,
      skipsIdle,
    }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `plan.${intent}`,
    ownPlanInput,
    async (input, change) => {
      const driver = ownDriver(context)
      if (input.intent === 'accept') {
        const plan = await getPlan(input.plan, change.now, change.tx)
        const language = languageOf(new URL(request.url).pathname)
        await acceptPlan(change, driver, input.plan, { text: conditionsOf(plan, translatorFor(language)), language })
      } else {
        const { amount, count, interest, reason } = input
        const first = await firstOpenWeek(driver, change.now, change.tx)
        await requestAdvance(change, driver, { total: amount, count, first, reason, interest })
      }
      return sameLanguage(request, `/dashboard/financing?done=${input.intent}`)
    },
  )

/** The advance that the address asks about; no plan if its values make none. */
function readAsked(query: URLSearchParams, interest: BasisPoints) {
  const [amount, count] = [query.get('amount'), query.get('count')]
  if (amount === null || count === null) return null
  const [total, weeks] = [readTypedCents(amount), readTypedCount(count)]
  const isPlan = total !== null && weeks !== null && weeks >= 1 && weeks <= MAX_INSTALMENTS && total >= weeks
  if (!isPlan) return { typed: { amount, count }, plan: null }
  return { typed: { amount, count }, plan: { total, count: weeks, interest } }
}

/** Works out the cost and the weeks of an advance, before anybody asks for it. */
async function workOut(driver: OwnDriverId, asked: ReturnType<typeof readAsked>, now: Temporal.Instant) {
  if (!asked?.plan) return asked && { ...asked, plan: null }
  const { total, interest } = asked.plan
  const found = await forecastAdvance(driver, asked.plan, now)
  return { ...asked, plan: { ...asked.plan, ...found, cost: share(total, interest) } }
}

/** What the reader is owed and owes: the current account on any day, the plans, and the form to ask for an advance. */
export default function OwnFinancingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { page, code, current, account, plans, forecasts, rules, papers, departure, hasLeft, asked, skipsIdle } =
    loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.plans.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={t('page.accounts.own.title')}
        subtitle={t('page.accounts.own.subtitle')}
        actions={
          <>
            <LinkButton to="/dashboard/inspections">{t('page.inspections.own.link')}</LinkButton>
            <LinkButton to="/dashboard/fines">{t('page.fines.own.title')}</LinkButton>
          </>
        }
      />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        {departure ? (
          <Notice
            title={t(`page.departures.own.${hasLeft ? 'left' : 'leaves'}`, {
              day: formatDayShort(departure.lastDay, t.language),
            })}
            action={<LinkButton to="/dashboard/departure">{t('page.departures.own.open')}</LinkButton>}
          >
            <p>{t('page.departures.own.notice')}</p>
          </Notice>
        ) : null}
        <CurrentBalance account={current} own left={hasLeft} />
        {plans.some(({ kind, state }) => kind === 'deposit' && (state === 'active' || state === 'paid')) ? (
          <div>
            <LinkButton to="/dashboard/financing/deposit" icon="download" kind="text" file>
              {t('page.departures.account.depositPdf')}
            </LinkButton>
          </div>
        ) : null}
        <Section title={t('page.plans.own.title')}>
          <Stack>
            <OwnPlans plans={plans} forecasts={forecasts} reply={actionData} />
            {departure ? null : (
              <Card flush>
                <Disclosure
                  summary={t('page.plans.own.ask.title')}
                  open={asked !== null || answered(actionData, 'request') !== undefined}
                >
                  <AskForAdvance asked={asked} skipsIdle={skipsIdle} />
                </Disclosure>
              </Card>
            )}
          </Stack>
        </Section>
        {rules.length > 0 ? (
          <Section title={t('page.adjustments.recurring.title')}>
            <p>{t('page.adjustments.recurring.own')}</p>
            <RecurringTable rules={rules} caption={t('page.adjustments.recurring.caption')} />
          </Section>
        ) : null}
        {papers.length > 0 ? (
          <Section title={t('page.adjustments.own.papers')}>
            <OwnPapers papers={papers} />
          </Section>
        ) : null}
        <Section title={t('page.accounts.entries')} at="entries">
          <Stack>
            <AccountViews base="/dashboard/financing" code={code} on={account.on} />
            {code === 'current' ? null : <PlainBalance code={code} account={account} own />}
            <AccountEntries
              account={account}
              page={page}
              size={OWN_PAGE}
              at="entries"
              look="own"
              origin={({ week, isIssued }) => (week && isIssued ? `/dashboard/payslips/${weekName(week)}` : null)}
            />
            <AccountDay on={account.on} files="/dashboard/financing/files" />
          </Stack>
        </Section>
      </Stack>
    </>
  )
}

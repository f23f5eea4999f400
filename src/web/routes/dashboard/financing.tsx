import { useSearchParams } from 'react-router'
import { readTypedCents, readTypedCount } from '#domain/amount.ts'
import { MOST_INSTALMENTS, type PlanTerms, schedule } from '#domain/plan.ts'
import { weekAt, weekName } from '#domain/week.ts'
import { getCurrentAccount, readOn } from '#features/current-accounts/queries.server.ts'
import { acceptPlan, requestAdvance } from '#features/plans/commands.server.ts'
import { getPlan, listOwnPlans } from '#features/plans/queries.server.ts'
import { ownPlanInput } from '#features/plans/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, CurrentBalance } from '#web/parts/account-parts.tsx'
import { conditionsOf } from '#web/parts/plan-parts.tsx'
import { pageTitle } from '#web/seo.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/financing.ts'
import { AskForAdvance, OwnPlans } from './own-plans.tsx'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const on = readOn(url.searchParams.get('on'), now)
    const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
    const [account, plans] = await Promise.all([getCurrentAccount(driver, on, page), listOwnPlans(driver, now)])
    return { page, account, plans, asked: readAsked(url.searchParams, now), formKey: crypto.randomUUID() }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'plan.ask', ownPlanInput, async (input, deed) => {
    const driver = ownDriver(context)
    if (input.intent === 'accept') {
      const plan = await getPlan(input.plan, deed.now, deed.tx)
      const text = conditionsOf(plan, speak(languageOf(new URL(request.url).pathname)))
      await acceptPlan(deed, driver, input.plan, text)
    } else {
      const { amount, count, reason } = input
      await requestAdvance(deed, driver, { total: amount, count, first: weekAt(deed.now), reason })
    }
    return sameLanguage(request, `/dashboard/financing?done=${input.intent}`)
  })

/** What an advance would cost, worked out before anybody asks for it; `wrong` when what was typed makes no plan. */
function readAsked(query: URLSearchParams, now: Temporal.Instant) {
  const [amount, count] = [query.get('amount'), query.get('count')]
  if (amount === null || count === null) return null
  const [total, weeks] = [readTypedCents(amount), readTypedCount(count)]
  const isPlan = total !== null && weeks !== null && weeks >= 1 && weeks <= MOST_INSTALMENTS && total >= weeks
  if (!isPlan) return { typed: { amount, count }, plan: null }
  const terms: PlanTerms = { total, count: weeks, first: weekAt(now) }
  return { typed: { amount, count }, plan: { ...terms, coming: schedule(terms) } }
}

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.accounts.own.title'))

/** What the reader is owed and owes: the current account on any day, the plans, and asking for an advance. */
export default function OwnFinancingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { page, account, plans, asked, formKey } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.plans.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead title={t('page.accounts.own.title')} subtitle={t('page.accounts.own.subtitle')} />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        <CurrentBalance account={account} own />
        <Section title={t('page.plans.own.title')}>
          <OwnPlans plans={plans} formKey={formKey} reply={actionData} />
        </Section>
        <Section title={t('page.plans.own.ask.title')}>
          <AskForAdvance asked={asked} formKey={formKey} reply={actionData} />
        </Section>
        <Section title={t('page.accounts.entries')}>
          <AccountDay on={account.on} files="/dashboard/financing/files" />
          <AccountEntries
            account={account}
            page={page}
            look="driver"
            origin={({ week, isIssued }) => (week && isIssued ? `/dashboard/payslips/${weekName(week)}` : null)}
          />
        </Section>
      </Stack>
    </>
  )
}

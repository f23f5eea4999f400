import { useSearchParams } from 'react-router'
import { previousWeek, weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type PlanOutline, planInput, planOutline, planRecord } from '#features/plans/schema.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { forecastPlan } from '#features/plans/queries.server.ts'
import { askForPlan } from '#features/oversight/second-person/commands.server.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { LookButton, useLookForm } from '#web/parts/look.tsx'
import { type Asking, saves, seesFirst, shows } from '#web/screen.server.ts'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new.ts'
import { PlanLook } from './plan-look.tsx'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const thisWeek = weekAt(now)
  const [{ drivers }, settings] = await Promise.all([listOwners(), settingsIn(thisWeek)])
  const driver = drivers.find(({ id }) => id === url.searchParams.get('driver'))
  const last = previousWeek(thisWeek)
  const first = driver ? await openWeekFor(driver.id, last) : last
  return { drivers, first, settings }
})

const save = saves(
  'plan.open',
  planInput,
  async (change, { driver, amount, proof, ...rest }, { request }: Route.ActionArgs) => {
    const id = await askForPlan(change, { ...rest, driverId: driver, total: amount }, proof)
    if (id === null) return '/admin/second-person?done=asked'
    return wayBack(request) ?? `/admin/financing/${id}?done=opened`
  },
)

async function workOut(plan: PlanOutline | null, { now }: Asking) {
  return plan && { plan, forecast: await forecastPlan(plan, now) }
}

export const action = seesFirst(planOutline, workOut, save)

/** A plan by hand: for whom, what kind, how much, in how many weeks and why; beside it what it takes from each week. */
export default function NewPlanScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { drivers, first, settings } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const lookForm = useLookForm()
  // The action has two kinds of answers, and their common type loses `seen`.
  const seen = reply && 'seen' in reply ? (reply.seen as Awaited<ReturnType<typeof workOut>>) : null
  const usual = query.get('kind') === 'deposit' ? settings : null
  const values = {
    driver: query.get('driver'),
    kind: usual ? 'deposit' : 'advance',
    amount: usual?.deposit,
    down: usual?.depositFirst,
    count: usual?.depositInstalments ?? 10,
    first,
    reason: usual ? t('page.plans.kinds.deposit') : '',
    skipsIdle: settings.skipWeeksWithoutIncome === 1,
  }
  const head = (
    <PageHead title={t('page.plans.form.title')} back={{ to: '/admin/financing', label: t('page.plans.title') }} />
  )
  if (drivers.length === 0)
    return (
      <>
        {head}
        <FirstNeeded what="driver" />
      </>
    )
  return (
    <>
      {head}
      <ContractWay />
      <SideBySide>
        <Form
          of={planRecord}
          values={values}
          offered={{ driver: drivers.map(({ id, name, ref }) => ({ value: id, label: `${name} · ${ref}` })) }}
          drawn={{ interest: <Charge rate={settings.planInterest} /> }}
          {...lookForm}
        >
          <Actions>
            <SubmitButton>{t('page.plans.form.submit')}</SubmitButton>
            <LookButton />
          </Actions>
        </Form>
        <PlanLook seen={seen} drivers={drivers} />
      </SideBySide>
    </>
  )
}

/** The interest of the settings, sent as the form showed it. */
function Charge({ rate }: { rate: number }) {
  const t = useT()
  if (rate === 0) return <p>{t('page.plans.form.noInterest')}</p>
  const label = t('page.plans.form.interest', { rate: formatPercent(rate, t.language) })
  return <CheckboxField name="interest" value={String(rate)} label={label} help={t('page.plans.legal')} />
}

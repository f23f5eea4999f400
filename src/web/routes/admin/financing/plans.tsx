import { type Cents, sum } from '#domain/money.ts'
import { listAllRecurring } from '#features/adjustments/queries.server.ts'
import { listEarlierPlans, listPlans } from '#features/plans/queries.server.ts'
import type { PlanView } from '#features/plans/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Money } from '#web/parts/money.tsx'
import { NextInstalment, PlanState } from '#web/parts/plan-parts.tsx'
import { RecurringTable } from '#web/parts/recurring-table.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/plans.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [plans, earlier, rules] = await Promise.all([listPlans(now), listEarlierPlans(now), listAllRecurring()])
  return {
    rules,
    earlier,
    requests: plans.filter(({ state }) => state === 'requested'),
    plans: plans.filter(({ state }) => state !== 'requested'),
  }
})

/** What drivers pay back or build up: requests first, then every plan, what is taken every week, and what was decided otherwise. */
export default function PlansScreen({ loaderData: { requests, plans, rules, earlier } }: Route.ComponentProps) {
  const t = useT()
  const add = (
    <>
      <LinkButton to="/admin/financing/new?kind=deposit">{t('page.plans.addDeposit')}</LinkButton>
      <LinkButton kind="primary" to="/admin/financing/new" icon="plus">
        {t('page.plans.add')}
      </LinkButton>
    </>
  )
  const isEmpty = requests.length + plans.length + rules.length + earlier.length === 0
  const csv = (
    <LinkButton to="/admin/financing/export.csv" icon="download" kind="text" file>
      {t('page.plans.export.link')}
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title={t('page.plans.title')}
        subtitle={t('page.plans.subtitle')}
        actions={
          isEmpty ? null : (
            <>
              {csv}
              {add}
            </>
          )
        }
      />
      {isEmpty ? (
        <EmptyState title={t('page.plans.empty.title')} action={add}>
          <p>{t('page.plans.empty.text')}</p>
        </EmptyState>
      ) : (
        <Stack>
          {requests.length > 0 ? (
            <Section title={t('page.plans.requests')}>
              <PlanTable plans={requests} caption={t('page.plans.listCaption')} columns={runningColumns(t)} />
            </Section>
          ) : null}
          {plans.length > 0 ? (
            <Section title={t('page.plans.running')}>
              <PlanTable plans={plans} caption={t('page.plans.listCaption')} columns={runningColumns(t)} />
            </Section>
          ) : null}
          {rules.length > 0 ? (
            <Section title={t('page.adjustments.recurring.title')}>
              <RecurringTable rules={rules} caption={t('page.adjustments.recurring.all')} showsDriver />
            </Section>
          ) : null}
          {earlier.length > 0 ? (
            <Disclosure summary={t('page.plans.earlier')} aside={earlier.length}>
              <PlanTable plans={earlier} caption={t('page.plans.earlierCaption')} columns={earlierColumns(t)} />
            </Disclosure>
          ) : null}
        </Stack>
      )}
    </>
  )
}

type TableProps = { plans: readonly PlanView[]; caption: string; columns: readonly Column<PlanView>[] }

function PlanTable({ plans, caption, columns }: TableProps) {
  return (
    <Table
      caption={caption}
      rows={plans}
      rowKey={({ id }) => id}
      href={({ id }) => `/admin/financing/${id}`}
      columns={columns}
    />
  )
}

function runningColumns(t: Translator): Column<PlanView>[] {
  return [
    { head: t('page.plans.columns.driver'), cell: ({ driver }) => driver.name },
    { head: t('page.plans.columns.kind'), cell: ({ kind, reason }) => `${t(`page.plans.kinds.${kind}`)} · ${reason}` },
    { head: t('page.plans.columns.total'), number: true, cell: ({ agreed }) => <Money cents={agreed} look="bare" /> },
    { head: t('page.plans.columns.taken'), number: true, cell: (plan) => <Money cents={paidOf(plan)} look="bare" /> },
    {
      head: t('page.plans.columns.remaining'),
      number: true,
      cell: ({ remaining }) => <Money cents={remaining} look="bare" />,
    },
    { head: t('page.plans.columns.next'), cell: (plan) => <NextInstalment {...plan} /> },
    { head: t('page.plans.columns.state'), cell: ({ state }) => <PlanState state={state} /> },
  ]
}

/** Requests and plans that were declined, cancelled or replaced, with what was said. */
function earlierColumns(t: Translator): Column<PlanView>[] {
  return [
    { head: t('page.plans.columns.driver'), cell: ({ driver }) => driver.name },
    { head: t('page.plans.columns.kind'), cell: ({ kind, reason }) => `${t(`page.plans.kinds.${kind}`)} · ${reason}` },
    { head: t('page.plans.columns.total'), number: true, cell: ({ total }) => <Money cents={total} look="bare" /> },
    { head: t('page.plans.columns.state'), cell: ({ state }) => <PlanState state={state} /> },
    { head: t('page.plans.facts.decision'), cell: ({ decision }) => decision },
    { head: t('page.plans.columns.decided'), cell: ({ decidedAt }) => decidedAt && <Moment at={decidedAt} /> },
  ]
}

/** What statements took and what was paid besides them. */
function paidOf({ taken, movements }: PlanView): Cents {
  return sum([taken, ...movements.flatMap(({ kind, amount }) => (kind === 'early' ? [amount] : []))])
}

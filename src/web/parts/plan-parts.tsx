import { isoWeek } from '#domain/week.ts'
import { type Cents, minus, share, sum } from '#domain/money.ts'
import type { Instalment } from '#domain/plan.ts'
import type { PlanView } from '#features/plans/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Money } from './money.tsx'
import styles from './plan-parts.module.css'

const TONES: Record<PlanView['state'], StateTone> = {
  requested: 'todo',
  declined: 'todo',
  active: 'info',
  paid: 'ok',
  replaced: 'info',
}

export function PlanState({ state }: Pick<PlanView, 'state'>) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.plans.states.${state}`)}</State>
}

/** The conditions in one text: what the driver reads and says yes to, word for word. */
export function conditionsOf(plan: PlanView, t: Translator): string {
  const { kind, reason, total, count, first, skipsIdle, down, interest } = plan
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const cost = share(sum([total, minus(down)]), interest)
  const agreed = { kind: t(`page.plans.kinds.${kind}`), reason, total: money(total), count, ...isoWeek(first) }
  const charge = { rate: formatPercent(interest, t.language), cost: money(cost), all: money(sum([total, cost])) }
  return [
    t(interest > 0 ? 'page.plans.own.conditionsWithCharge' : 'page.plans.own.conditions', { ...agreed, ...charge }),
    ...(down > 0 ? [t('page.plans.own.down', { down: money(down) })] : []),
    ...(skipsIdle ? [t('page.plans.own.idle')] : []),
  ].join(' ')
}

/** The week and the amount of the next instalment; nothing when none is to come. */
export function NextInstalment({ coming: [next] }: Pick<PlanView, 'coming'>) {
  const t = useT()
  return next ? `${formatWeekNumber(next.week, t.language)} · ${formatMoney(next.due, t.language)}` : null
}

/** On a phone the days stand under the number. */
function WeekOf({ week }: { week: string }) {
  const { language } = useT()
  return (
    <>
      {formatWeekNumber(week, language)} <span className={styles.days}>{formatWeekDays(week, language)}</span>
    </>
  )
}

type Row = { week: string; due: Cents; charge: Cents; taken: Cents | null; after: Cents | null }

/** A plan week by week: what statements took and, in full, what is still to come. */
export function PlanSchedule({ past, coming }: { past: PlanView['past']; coming: readonly Instalment[] }) {
  const t = useT()
  const rows: Row[] = [
    ...past.map(({ week, due, taken, charged }) => ({ week, due, charge: charged, taken, after: null })),
    ...coming.map(({ week, due, charge, after }) => ({ week, due, charge, taken: null, after })),
  ]
  return (
    <Table
      caption={t('page.plans.schedule.caption')}
      rows={rows}
      rowKey={({ week }) => week}
      empty={<p>{t('page.plans.schedule.done')}</p>}
      columns={weekColumns(
        t,
        past.length > 0,
        rows.some(({ charge }) => charge !== 0),
      )}
    />
  )
}

function weekColumns(t: Translator, hasPast: boolean, hasCharges: boolean): Column<Row>[] {
  const taken: Column<Row> = {
    head: t('page.plans.columns.paid'),
    number: true,
    cell: (row) => (row.taken === null ? null : <Money cents={row.taken} look="bare" />),
  }
  const charge: Column<Row> = {
    head: t('page.plans.columns.charge'),
    number: true,
    cell: (row) => <Money cents={row.charge} look="bare" />,
  }
  return [
    { head: t('page.plans.columns.week'), cell: ({ week }) => <WeekOf week={week} /> },
    { head: t('page.plans.columns.due'), number: true, cell: ({ due }) => <Money cents={due} look="bare" /> },
    ...(hasCharges ? [charge] : []),
    ...(hasPast ? [taken] : []),
    {
      head: t('page.plans.columns.after'),
      number: true,
      cell: ({ after }) => (after === null ? null : <Money cents={after} look="bare" />),
    },
  ]
}

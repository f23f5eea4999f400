import type { RecurringView } from '#features/adjustments/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Money } from './money.tsx'

type Props = { rules: readonly RecurringView[]; caption: string; showsDriver?: boolean }

/** Weekly credits and debits: the amount, from when until when, and the sum so far. */
export function RecurringTable({ rules, caption, showsDriver = false }: Props) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={rules}
      rowKey={({ id }) => id}
      columns={showsDriver ? [driverColumn(t), ...columns(t)] : columns(t)}
    />
  )
}

function driverColumn(t: Translator): Column<RecurringView> {
  return {
    head: t('page.plans.columns.driver'),
    cell: ({ driver: { id, name } }) => <Link to={`/admin/drivers/${id}/adjustments/recurring`}>{name}</Link>,
  }
}

function columns(t: Translator): Column<RecurringView>[] {
  return [
    {
      head: t('page.adjustments.list.what'),
      cell: ({ kind, reason }) => `${t(`page.adjustments.form.kinds.${kind}`)} · ${reason}`,
    },
    {
      head: t('page.adjustments.recurring.weekly'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="signed" />,
    },
    { head: t('page.adjustments.recurring.weeks'), cell: (rule) => weeksOf(rule, t) },
    { head: t('page.adjustments.recurring.so'), number: true, cell: ({ sum }) => <Money cents={sum} look="signed" /> },
    {
      head: t('page.adjustments.list.state'),
      cell: ({ stopped, isOver }) => {
        if (stopped !== null) return t('page.adjustments.recurring.stopped', { reason: stopped })
        return t(isOver ? 'page.adjustments.recurring.over' : 'page.adjustments.recurring.running')
      },
    },
  ]
}

function weeksOf({ first, last, total, paused, stopped }: RecurringView, t: Translator): string {
  const span =
    last === null
      ? t('page.adjustments.recurring.from', { first: weekNumber(first) })
      : t('page.adjustments.recurring.fromTo', { first: weekNumber(first), last: weekNumber(last) })
  const isEndless = last === null && total === null && stopped === null
  return [
    span,
    isEndless ? t('page.adjustments.recurring.endless') : '',
    total === null ? '' : t('page.adjustments.recurring.of', { total: formatMoney(total, t.language) }),
    paused.length === 0 ? '' : t('page.adjustments.recurring.paused', { weeks: paused.map(weekNumber).join(', ') }),
  ]
    .filter(Boolean)
    .join(' · ')
}

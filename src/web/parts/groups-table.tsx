import { cents } from '#domain/money.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { IN_EUROS, Table } from '#web/ui/table.tsx'
import { type Groups, headOf, summedOf } from './list-groups.ts'
import { type ListRequest, type List, queryOf } from './list.ts'
import { Money } from './money.tsx'

/** Key of the total: no group has an empty name. */
const TOTAL = ''

/** A list grouped by one of its columns: each group's number of rows and their sums. Each group links to its rows. */
export function GroupsTable<Row>({ of, view, groups }: { of: List<Row>; view: ListRequest; groups: Groups }) {
  const t = useT()
  const [first, ...others] = summedOf(of)
  const amount = (sums: Readonly<Record<string, number>>, name: string) => (
    <Money cents={cents(sums[name] ?? 0)} look="bare" inList />
  )
  const sumColumn = (name: string, place: 'amount' | 'fact') => ({
    head: t(headOf(of, name)),
    label: t(headOf(of, name)).replace(IN_EUROS, ''),
    number: true,
    phone: place,
    cell: ({ sums }: { sums: Readonly<Record<string, number>> }) => amount(sums, name),
  })
  const counted = (count: number) => t('common.list.rows', { count, said: formatNumber(count, t.language) })
  return (
    <Table
      caption={t('common.list.groupedBy', { column: t(headOf(of, groups.by)) })}
      columns={[
        { head: t(headOf(of, groups.by)), cell: ({ name }) => name, phone: 'identity' },
        {
          head: t('common.list.count'),
          cell: ({ count }) => counted(count),
          number: true,
          phone: first === undefined ? 'amount' : 'fact',
        },
        ...(first === undefined ? [] : [sumColumn(first, 'amount')]),
        ...others.map((name) => sumColumn(name, 'fact')),
      ]}
      rows={[...groups.rows, { ...groups.total, key: TOTAL, name: t('common.list.total') }]}
      rowKey={({ key }) => key}
      href={({ key }) => (key === TOTAL ? null : of.place + queryOf({ ...view, inside: key }))}
    />
  )
}

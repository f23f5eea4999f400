import { formatMonth } from '#messages/dates.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { ZONE } from '#domain/week.ts'
import { ordered } from './list-view.ts'

/** The part of a list that grouping needs. */
type Grouped<Row> = {
  columns: Readonly<Record<string, GroupedColumn<Row>>>
  heads: Readonly<Record<string, MessageKey>>
}
type GroupedColumn<Row> = {
  value: (row: Row, t: Translator) => string | number | null
  kind?: 'text' | 'money' | 'count' | 'day' | 'moment'
  sums?: boolean
}

/** The rows with the same value in a column, with the sums of their amounts. */
export type ListGroup = {
  /** The group's key in the address. */
  key: string
  name: string
  count: number
  /** Cents by the name of the column. */
  sums: Readonly<Record<string, number>>
}

export type Groups = { by: string; rows: ListGroup[]; total: Omit<ListGroup, 'key' | 'name'> }

/** The columns of a list that are added up. */
export function summedOf<Row>({ columns }: Pick<Grouped<Row>, 'columns'>): string[] {
  return Object.entries(columns).flatMap(([name, { sums }]) => (sums ? [name] : []))
}

/** The key of a row's group by a column: for days and moments the month in Lisbon. */
export function groupKey<Row>({ kind, value }: GroupedColumn<Row>, row: Row, t: Translator): string {
  const cell = value(row, t)
  if (cell === null || cell === '') return NONE
  if (kind === 'day') return String(cell).slice(0, 7)
  if (kind !== 'moment') return String(cell)
  return Temporal.Instant.from(String(cell)).toZonedDateTimeISO(ZONE).toPlainDate().toString().slice(0, 7)
}

/** The key in the address of rows that have no value in the column. */
export const NONE = '-'

/** Groups the rows by the value of a column. The group with the largest sum comes first; months from the newest on. */
export function groupsOf<Row>(of: Grouped<Row>, rows: readonly Row[], by: string, t: Translator): Groups | null {
  const column = of.columns[by]
  if (!column) return null
  const summed = summedOf(of)
  const sumsOf = (members: readonly Row[]) =>
    Object.fromEntries(
      summed.map((name) => [name, members.reduce((sum, row) => sum + Number(of.columns[name]?.value(row, t) ?? 0), 0)]),
    )
  const groups = [...Map.groupBy(rows, (row) => groupKey(column, row, t))].map(([key, members]): ListGroup => ({
    key,
    name: nameOf(column, key, t),
    count: members.length,
    sums: sumsOf(members),
  }))
  const [first] = summed
  const size = ({ sums, count }: ListGroup) => (first === undefined ? count : (sums[first] ?? 0))
  return { by, rows: inOrder(column, groups, size), total: { count: rows.length, sums: sumsOf(rows) } }
}

/** Makes groups of counts from the database: counts of one key become one group. No column is added up. */
export function groupsCounted<Row>(
  of: Grouped<Row>,
  counted: readonly Pick<ListGroup, 'key' | 'count'>[],
  by: string,
  t: Translator,
): Groups | null {
  const column = of.columns[by]
  if (!column) return null
  const total = (members: readonly Pick<ListGroup, 'count'>[]) => members.reduce((all, { count }) => all + count, 0)
  const groups = [...Map.groupBy(counted, ({ key }) => key)].map(([key, members]): ListGroup => ({
    key,
    name: nameOf(column, key, t),
    count: total(members),
    sums: {},
  }))
  return { by, rows: inOrder(column, groups, ({ count }) => count), total: { count: total(counted), sums: {} } }
}

function isByMonth<Row>({ kind }: GroupedColumn<Row>): boolean {
  return kind === 'day' || kind === 'moment'
}

function nameOf<Row>(column: GroupedColumn<Row>, key: string, t: Translator): string {
  if (key === NONE) return t('common.list.noValue')
  return isByMonth(column) ? formatMonth(key, t.language) : key
}

/** Sorts months from the newest on, other groups from the largest on; groups of one size by name. */
function inOrder<Row>(column: GroupedColumn<Row>, groups: readonly ListGroup[], size: (group: ListGroup) => number) {
  if (isByMonth(column)) return groups.toSorted((a, b) => (a.key < b.key ? 1 : -1))
  const byName = ordered(groups, { sort: { by: 'name', descending: false } }, { name: ({ name }) => name })
  return byName.toSorted((a, b) => size(b) - size(a))
}

/** The heading of a column, and of its sums. */
export function headOf<Row>(of: Pick<Grouped<Row>, 'heads'>, name: string): MessageKey {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- each column has its word
  return of.heads[name]!
}

import { isNamedIn, namedIn } from '#domain/named.ts'
import type { ReactNode } from 'react'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { groupKey, groupsOf } from './list-groups.ts'
import { type ListView, arrange, isMatch, ordered, readListView } from './list-view.ts'

/** One column. Its `value` is sorted and written into files; `cell` draws it on the page, if that differs. */
export type ListColumn<Row> = {
  value: (row: Row, t: Translator) => string | number | null
  /** Words by default. A `day` is `2026-06-01`, a `moment` an instant. */
  kind?: 'text' | 'money' | 'count' | 'day' | 'moment'
  cell?: (row: Row, t: Translator) => ReactNode
  sorts?: boolean
  /** The key by which the column is sorted, if that is not its value. */
  order?: (row: Row) => string | number
  /** Says several fields in one: a file has the field of its name too. */
  joins?: boolean
  /** Too much for a page: only the file has it. */
  onlyInFile?: boolean
  wideOnly?: boolean
  /** Amounts that can be added up, unlike rates and balances. */
  sums?: boolean
  /** A column for exceptions only: a page without any does not show it. */
  exception?: boolean
}

/** The columns of a row on a phone: identity and amount in the first line, facts and state in the second. */
export type PhoneRow<Column extends string = string> = {
  /** By default the first column. */
  identity?: Column
  amount?: Column
  state?: Column
  /** At most two, whose values need no label: "Slot", "ZX-99-QQ", "24 nov.". */
  facts?: readonly [] | readonly [Column] | readonly [Column, Column]
  /** Words too long to stand beside a fact and a state: a line of their own. */
  under?: Column
}

type Part<Row> = { words: MessageKey; holds: (row: Row) => boolean }

/** A list of records: how it is searched, and its views and columns. Plain data about rows; it reads nothing itself. */
export type List<Row> = {
  /** The list's own address. */
  place: string
  words: (word: 'title' | 'search' | 'empty' | 'emptyText') => MessageKey
  /** The rows that are meant when no view is asked for, if the list holds others too. */
  holds?: (row: Row) => boolean
  /** Answers the rows with drivers of one name told apart, as `driversApart` does. */
  apart?: (rows: readonly Row[]) => readonly Row[]
  /** The texts of a row that a search looks through. */
  searchTexts: (row: Row) => readonly (string | null)[]
  /** The address of a row; by default its own page under the list's. */
  href?: (row: Row) => string
  /** Views beside "all", by their names in the address. */
  views?: Readonly<Record<string, Part<Row>>>
  /** Filters beside the search, by their names in the address; an absent one lets every row through. */
  filters?: Readonly<Record<string, { words: MessageKey; any: MessageKey; parts: Readonly<Record<string, Part<Row>>> }>>
  /** Other parameters that the address keeps whatever is searched for, as a period. */
  keeps?: readonly string[]
  /** The columns by which the list can be grouped. */
  groups?: readonly string[]
  /** The order if the address has none; by default the first column, ascending. */
  first?: { by: string; descending: boolean }
  /** Bulk acts, each on a page of its own; `name` is how that page calls a row. */
  together?: { name: (row: Row) => string; acts: readonly { to: string; words: MessageKey }[] }
  columns: Readonly<Record<string, ListColumn<Row>>>
  /** The words over the columns. */
  heads: Readonly<Record<string, MessageKey>>
  phone: PhoneRow
}

/** Declares a list: `head` names the word over a column; a word that the catalogue lacks does not compile. */
export function list<Row, Column extends string>({
  head,
  ...rest
}: Omit<List<Row>, 'columns' | 'heads' | 'phone' | 'groups'> & {
  groups?: readonly NoInfer<Column>[]
  columns: Readonly<Record<Column, ListColumn<Row>>>
  /** Defaults from the columns: the last amount, `state`, and the first texts. */
  phone?: PhoneRow<NoInfer<Column>>
  head: (column: Column) => MessageKey
}): List<Row> {
  const names = Object.keys(rest.columns) as Column[]
  const phone = { ...usualPhoneRow(rest.columns), ...rest.phone }
  return { ...rest, phone, heads: Object.fromEntries(names.map((name) => [name, head(name)])) }
}

function usualPhoneRow<Row, Column extends string>(
  columns: Readonly<Record<Column, ListColumn<Row>>>,
): PhoneRow<Column> {
  const names = (Object.keys(columns) as Column[]).filter(
    (name) => !columns[name].onlyInFile && !columns[name].wideOnly,
  )
  const [identity, ...others] = names
  const amount = others.findLast((name) => columns[name].kind === 'money')
  const state = others.find((name) => name === 'state')
  const [first, second] = others.filter((name) => name !== state && !isNumber(columns[name]))
  const facts =
    first === undefined ? ([] as const) : second === undefined ? ([first] as const) : ([first, second] as const)
  return { ...(identity && { identity }), ...(amount && { amount }), ...(state && { state }), facts }
}

/** Whether a column holds numbers, which need their label on a phone. */
export function isNumber<Row>({ kind }: ListColumn<Row>): boolean {
  return kind === 'money' || kind === 'count'
}

/** The parsed questions of an address. */
export type ListRequest = ListView & {
  filters: Readonly<Record<string, string>>
  kept: Readonly<Record<string, string>>
  /** The column by which the list is grouped; empty for none. */
  group: string
  /** The one group whose rows are shown; empty for none. */
  inside: string
}

const LONGEST_GROUP = 200

/** Parses the questions of an address, as far as the list knows them. */
export function readListRequest<Row>(of: List<Row>, url: URL): ListRequest {
  const [firstColumn = ''] = Object.keys(of.columns)
  const view = readListView(url, of.first?.by ?? firstColumn)
  const chosen = Object.entries(of.filters ?? {}).map(([name, { parts }]) => {
    const part = url.searchParams.get(name) ?? ''
    return [name, isNamedIn(parts, part) ? part : '']
  })
  const sort = url.searchParams.has('sort') ? view.sort : (of.first ?? view.sort)
  const kept = (of.keeps ?? []).map((name) => [name, url.searchParams.get(name) ?? ''])
  const typedGroup = url.searchParams.get('group') ?? ''
  const group = of.groups?.includes(typedGroup) ? typedGroup : ''
  const inside = group === '' ? '' : (url.searchParams.get('in') ?? '').slice(0, LONGEST_GROUP)
  return { ...view, sort, filters: Object.fromEntries(chosen), kept: Object.fromEntries(kept), group, inside }
}

/** All rows that the address asks for, in its order: the page and the file are made of these. */
export function rowsOfRequest<Row>(of: List<Row>, rows: readonly Row[], request: Request, t: Translator) {
  const allRows = of.apart?.(rows) ?? rows
  const view = readListRequest(of, new URL(request.url))
  const tests = Object.entries(view.filters).map(([name, chosen]) => of.filters?.[name]?.parts[chosen]?.holds)
  const column = view.inside === '' ? undefined : of.columns[view.group]
  const isInside = (row: Row) => !column || groupKey(column, row, t) === view.inside
  const matching = allRows.filter(
    (row) => isMatch(view.q, of.searchTexts(row)) && tests.every((holds) => holds?.(row) ?? true) && isInside(row),
  )
  const orders = Object.fromEntries(
    Object.entries(of.columns)
      .filter(([, { sorts }]) => sorts)
      .map(([name, { value, order }]) => [name, order ?? ((row: Row) => value(row, t) ?? '~')]),
  )
  return {
    view,
    all: allRows,
    matching,
    seen: matching.filter(namedIn(of.views ?? {}, view.view)?.holds ?? usualRows(of)),
    orders,
  }
}

/** Whether the groups themselves are shown, and not the rows of one of them. */
export function isGrouped({ group, inside }: Pick<ListRequest, 'group' | 'inside'>): boolean {
  return group !== '' && inside === ''
}

/** The page of a list that the address asks for. */
export function pageOf<Row>(of: List<Row>, all: readonly Row[], request: Request, t: Translator) {
  const { view, matching, seen, orders } = rowsOfRequest(of, all, request, t)
  const counts = Object.entries(of.views ?? {}).map(([name, { holds }]): [string, number] => [
    name,
    matching.filter(holds).length,
  ])
  return {
    ...arrange(seen, view, orders),
    view,
    counts: Object.fromEntries([['', matching.filter(usualRows(of)).length], ...counts]),
    total: all.filter(usualRows(of)).length,
    isEmpty: all.length === 0,
    groups: isGrouped(view) ? groupsOf(of, seen, view.group, t) : null,
  }
}

/** The rows that were ticked on the page (`id`), or all that the address finds (`all`). */
export function chosenOf<Row extends { id: string | number }>(
  of: List<Row>,
  rows: readonly Row[],
  request: Request,
  t: Translator,
): Row[] {
  const { searchParams } = new URL(request.url)
  const { all, seen, orders, view } = rowsOfRequest(of, rows, request, t)
  const ticked = new Set(searchParams.getAll('id'))
  const chosen = searchParams.has('all') ? seen : all.filter(({ id }) => ticked.has(String(id)))
  return ordered(chosen, view, orders)
}

function usualRows<Row>({ holds }: List<Row>): (row: Row) => boolean {
  return holds ?? (() => true)
}

/** The query `?q=…` of what the list shows now; a changed question starts at the first page. */
export function queryOf(
  { q, view, sort, filters, kept, group, inside }: ListRequest,
  changed: { view?: string } = {},
): string {
  const order = { sort: sort.by, dir: sort.descending ? 'desc' : '' }
  const parameters = { ...kept, q, view: changed.view ?? view, ...filters, group, in: inside, ...order }
  return `?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`
}

import { isNamedIn, namedIn } from '#domain/named.ts'
import type { ReactNode } from 'react'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { groupKey, groupsOf } from './list-groups.ts'
import { type ListView, arrange, isMatch, ordered, readListView } from './list-view.ts'

/** One column: its value is what is sorted and written into a file; `cell` only where it is drawn otherwise. */
export type ListColumn<Row> = {
  value: (row: Row, t: Translator) => string | number | null
  /** Where nothing else is said, words. A `day` is `2026-06-01`, a `moment` an instant. */
  kind?: 'text' | 'money' | 'count' | 'day' | 'moment'
  cell?: (row: Row, t: Translator) => ReactNode
  sorts?: boolean
  /** What the column is sorted by, where that is another thing than its value. */
  order?: (row: Row) => string | number
  /** Too much for a page: it is in the file alone. */
  onlyInFile?: boolean
  wideOnly?: boolean
  /** Amounts that can be added up, which rates and balances are not. */
  sums?: boolean
  /** Only what needs a look stands in it: on a page where nothing does, the column is not there. */
  exception?: boolean
}

/** Which columns a phone draws a row of: identity and amount in its first line, facts and state in its second. */
export type PhoneRow<Column extends string = string> = {
  /** The first column where nothing else is said. */
  identity?: Column
  amount?: Column
  state?: Column
  /** At most two, whose values need no label: "Slot", "ZX-99-QQ", "24 nov.". */
  facts?: readonly [] | readonly [Column] | readonly [Column, Column]
}

type Part<Row> = { words: MessageKey; holds: (row: Row) => boolean }

/** A list of records: what is found, in which views and columns. Plain data about rows; it reads nothing itself. */
export type List<Row> = {
  /** Its own address. */
  place: string
  words: (word: 'title' | 'search' | 'empty' | 'emptyText') => MessageKey
  /** Which rows are meant where no view is asked for, of a list whose views hold others too. */
  holds?: (row: Row) => boolean
  /** The texts that a search looks through. */
  found: (row: Row) => readonly (string | null)[]
  /** Where a row leads: to its own page under the list's, where nothing else is said. */
  href?: (row: Row) => string
  /** Beside all of them, by their names in the address. */
  views?: Readonly<Record<string, Part<Row>>>
  /** Choices beside the search, by their names in the address; without one of them, everything. */
  filters?: Readonly<Record<string, { words: MessageKey; any: MessageKey; parts: Readonly<Record<string, Part<Row>>> }>>
  /** What else the address says of all its rows, and stays in it whatever is looked for: a period. */
  keeps?: readonly string[]
  /** The columns that it can be grouped by. */
  groups?: readonly string[]
  /** The order where none is asked for; by the first column, upwards, where nothing is said. */
  first?: { by: string; descending: boolean }
  /** What can be done with several at once, each on a page of its own; `name` is how that page calls a row. */
  together?: { name: (row: Row) => string; acts: readonly { to: string; words: MessageKey }[] }
  columns: Readonly<Record<string, ListColumn<Row>>>
  /** The words over them. */
  heads: Readonly<Record<string, MessageKey>>
  phone: PhoneRow
}

/** A list as it is written down: `head` names the word over a column; one that the catalogue lacks does not compile. */
export function list<Row, Column extends string>({
  head,
  ...rest
}: Omit<List<Row>, 'columns' | 'heads' | 'phone' | 'groups'> & {
  groups?: readonly NoInfer<Column>[]
  columns: Readonly<Record<Column, ListColumn<Row>>>
  /** What is left out is taken from the columns: the last amount, `state`, and the first texts. */
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
  const [one, two] = others.filter((name) => name !== state && !isNumber(columns[name]))
  const facts = one === undefined ? ([] as const) : two === undefined ? ([one] as const) : ([one, two] as const)
  return { ...(identity && { identity }), ...(amount && { amount }), ...(state && { state }), facts }
}

/** A number says nothing without its label. */
export function isNumber<Row>({ kind }: ListColumn<Row>): boolean {
  return kind === 'money' || kind === 'count'
}

/** What the address asks of a list. */
export type Asked = ListView & {
  filters: Readonly<Record<string, string>>
  kept: Readonly<Record<string, string>>
  /** The column that it is grouped by, or nothing. */
  group: string
  /** The one group whose rows are shown, or nothing. */
  inside: string
}

const LONGEST_GROUP = 200

/** What the address asks of a list, as far as the list knows it. */
export function asked<Row>(of: List<Row>, url: URL): Asked {
  const [firstColumn = ''] = Object.keys(of.columns)
  const view = readListView(url, of.first?.by ?? firstColumn)
  const chosen = Object.entries(of.filters ?? {}).map(([name, { parts }]) => {
    const said = url.searchParams.get(name) ?? ''
    return [name, isNamedIn(parts, said) ? said : '']
  })
  const sort = url.searchParams.has('sort') ? view.sort : (of.first ?? view.sort)
  const kept = (of.keeps ?? []).map((name) => [name, url.searchParams.get(name) ?? ''])
  const said = url.searchParams.get('group') ?? ''
  const group = of.groups?.includes(said) ? said : ''
  const inside = group === '' ? '' : (url.searchParams.get('in') ?? '').slice(0, LONGEST_GROUP)
  return { ...view, sort, filters: Object.fromEntries(chosen), kept: Object.fromEntries(kept), group, inside }
}

/** All that the address asks of a list, in its order: the page and the file are made of this. */
export function found<Row>(of: List<Row>, all: readonly Row[], request: Request, t: Translator) {
  const view = asked(of, new URL(request.url))
  const tests = Object.entries(view.filters).map(([name, said]) => of.filters?.[name]?.parts[said]?.holds)
  const column = view.inside === '' ? undefined : of.columns[view.group]
  const isInside = (row: Row) => !column || groupKey(column, row, t) === view.inside
  const matching = all.filter(
    (row) => isMatch(view.q, of.found(row)) && tests.every((holds) => holds?.(row) ?? true) && isInside(row),
  )
  const orders = Object.fromEntries(
    Object.entries(of.columns)
      .filter(([, { sorts }]) => sorts)
      .map(([name, { value, order }]) => [name, order ?? ((row: Row) => value(row, t) ?? '~')]),
  )
  return { view, matching, seen: matching.filter(namedIn(of.views ?? {}, view.view)?.holds ?? usual(of)), orders }
}

/** Whether its groups are shown, and not the rows of one of them. */
export function isGrouped({ group, inside }: Pick<Asked, 'group' | 'inside'>): boolean {
  return group !== '' && inside === ''
}

/** The page of a list that the address asks for. */
export function pageOf<Row>(of: List<Row>, all: readonly Row[], request: Request, t: Translator) {
  const { view, matching, seen, orders } = found(of, all, request, t)
  const counts = Object.entries(of.views ?? {}).map(([name, { holds }]): [string, number] => [
    name,
    matching.filter(holds).length,
  ])
  return {
    ...arrange(seen, view, orders),
    view,
    counts: Object.fromEntries([['', matching.filter(usual(of)).length], ...counts]),
    total: all.filter(usual(of)).length,
    isEmpty: all.length === 0,
    groups: isGrouped(view) ? groupsOf(of, seen, view.group, t) : null,
  }
}

/** The rows that were ticked on the page (`id`), or all that the address finds (`all`). */
export function chosenOf<Row extends { id: string | number }>(
  of: List<Row>,
  all: readonly Row[],
  request: Request,
  t: Translator,
): Row[] {
  const { searchParams } = new URL(request.url)
  const { seen, orders, view } = found(of, all, request, t)
  const ticked = new Set(searchParams.getAll('id'))
  const rows = searchParams.has('all') ? seen : all.filter(({ id }) => ticked.has(String(id)))
  return ordered(rows, view, orders)
}

function usual<Row>({ holds }: List<Row>): (row: Row) => boolean {
  return holds ?? (() => true)
}

/** What the list shows now as the end of an address, `?q=…`; what is `changed` starts at its first page. */
export function queryOf(
  { q, view, sort, filters, kept, group, inside }: Asked,
  changed: { view?: string } = {},
): string {
  const order = { sort: sort.by, dir: sort.descending ? 'desc' : '' }
  const said = { ...kept, q, view: changed.view ?? view, ...filters, group, in: inside, ...order }
  return `?${new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''))}`
}

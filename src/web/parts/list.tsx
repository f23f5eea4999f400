import type { ReactNode } from 'react'
import { cents } from '#domain/money.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { placeAt } from '#web/places.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DoneNote } from './done-note.tsx'
import { type ListView, PAGE_SIZE, arrange, isMatch, readListView } from './list-view.ts'
import { Money } from './money.tsx'
import { SortLink } from './sort-link.tsx'

/** One column: its value is what is sorted and written into a file; `cell` only where it is drawn otherwise. */
export type ListColumn<Row> = {
  value: (row: Row, t: Translator) => string | number | null
  kind?: 'text' | 'money' | 'count'
  cell?: (row: Row, t: Translator) => ReactNode
  sorts?: boolean
  wideOnly?: boolean
}

type ListWord = 'title' | 'search' | 'empty' | 'emptyText'

/** A list of records: what is found, in which views and columns. Plain data about rows; it reads nothing itself. */
export type List<Row> = {
  /** Its own address. */
  place: string
  words: (word: ListWord) => MessageKey
  /** Which rows are meant where no view is asked for, of a list whose views hold others too. */
  holds?: (row: Row) => boolean
  /** The texts that a search looks through. */
  found: (row: Row) => readonly (string | null)[]
  /** Where a row leads: to its own page under the list's, where nothing else is said. */
  href?: (row: Row) => string
  /** Beside all of them, by their names in the address. */
  views?: Readonly<Record<string, { words: MessageKey; holds: (row: Row) => boolean }>>
  columns: Readonly<Record<string, ListColumn<Row>>>
  /** The words over them. */
  heads: Readonly<Record<string, MessageKey>>
}

/** A list as it is written down: `head` names the word over a column; one that the catalogue lacks does not compile. */
export function list<Row, Column extends string>({
  head,
  ...rest
}: Omit<List<Row>, 'columns' | 'heads'> & {
  columns: Readonly<Record<Column, ListColumn<Row>>>
  head: (column: Column) => MessageKey
}): List<Row> {
  const names = Object.keys(rest.columns) as Column[]
  return { ...rest, heads: Object.fromEntries(names.map((name) => [name, head(name)])) }
}

/** What the address asks of a list, all of it, in its order: the page and the file are made of this. */
export function found<Row>(of: List<Row>, all: readonly Row[], request: Request, t: Translator) {
  const [first = ''] = Object.keys(of.columns)
  const view = readListView(new URL(request.url), first)
  const matching = all.filter((row) => isMatch(view.q, of.found(row)))
  const holds = of.views?.[view.view]?.holds ?? usual(of)
  const orders = Object.fromEntries(
    Object.entries(of.columns)
      .filter(([, { sorts }]) => sorts)
      .map(([name, { value }]) => [name, (row: Row) => value(row, t) ?? '~']),
  )
  return { view, matching, seen: matching.filter(holds), orders }
}

/** The page of a list that the address asks for: for the loader. */
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
  }
}

function usual<Row>({ holds }: List<Row>): (row: Row) => boolean {
  return holds ?? (() => true)
}

type ListPage<Row> = {
  rows: Row[]
  count: number
  page: number
  view: ListView
  counts: Record<string, number>
  total: number
  isEmpty: boolean
}

/** The whole screen of a list: head, search, views, table, pages, and the same rows as a file where the place has one. */
export function ListScreen<Row extends { id: string | number }>({
  of,
  shown,
  actions,
}: {
  of: List<Row>
  shown: ListPage<Row>
  /** What can be done besides looking: a new one. */
  actions?: ReactNode
}) {
  const t = useT()
  const { rows, count, page, view, counts, total, isEmpty } = shown
  const { place, words } = of
  if (isEmpty) {
    return (
      <>
        <PageHead title={t(words('title'))} />
        <EmptyState title={t(words('empty'))} action={actions}>
          {t(words('emptyText'))}
        </EmptyState>
      </>
    )
  }
  const views = [
    ['', 'common.list.all'] as const,
    ...Object.entries(of.views ?? {}).map(([name, one]) => [name, one.words] as const),
  ]
  return (
    <>
      <PageHead title={t(words('title'))} detail={formatNumber(total, t.language)} actions={actions} />
      <Stack>
        <DoneNote />
        <SearchField label={t(words('search'))}>
          {view.view ? <input type="hidden" name="view" value={view.view} /> : null}
        </SearchField>
        <Tabs
          look="pills"
          label={t('common.list.views')}
          tabs={views
            .filter(([name]) => name === '' || name === view.view || (counts[name] ?? 0) > 0)
            .map(([name, label]) => ({
              to: withQuery(place, view, { view: name }),
              label: t(label),
              count: counts[name] ?? 0,
              current: view.view === name,
            }))}
        />
        <Table
          caption={t(words('title'))}
          columns={columnsOf(of, t, view)}
          rows={rows}
          rowKey={({ id }) => String(id)}
          href={of.href ?? (({ id }) => `${place}/${id}`)}
          empty={
            <EmptyState
              title={t('common.list.nothing')}
              action={<LinkButton to={place}>{t('common.list.showAll')}</LinkButton>}
            />
          }
        />
        <Pagination page={page} size={PAGE_SIZE} count={count} />
        {placeAt(`${place}/files/csv`)?.kind === 'file' && rows.length > 0 ? (
          <p>
            {t('common.list.take')}{' '}
            {FORMATS.map((format, at) => (
              <span key={format}>
                {at > 0 ? ' · ' : ''}
                <a href={withQuery(`${place}/files/${format}`, view, {})} download>
                  {format.toUpperCase()}
                </a>
              </span>
            ))}
          </p>
        ) : null}
      </Stack>
    </>
  )
}

const FORMATS = ['csv', 'xlsx'] as const

function columnsOf<Row>({ columns, heads }: List<Row>, t: Translator, { sort }: ListView) {
  return Object.entries(columns).map(([name, column]) => {
    const words = t(heads[name]!)
    return {
      id: name,
      head: column.sorts ? (
        <SortLink by={name} current={sort}>
          {words}
        </SortLink>
      ) : (
        words
      ),
      cell: (row: Row) => column.cell?.(row, t) ?? drawn(column, row, t),
      number: column.kind === 'money' || column.kind === 'count',
      wideOnly: column.wideOnly ?? false,
    }
  })
}

function drawn<Row>({ kind, value }: ListColumn<Row>, row: Row, t: Translator): ReactNode {
  const kept = value(row, t)
  if (kind === 'money') return kept ? <Money cents={cents(Number(kept))} look="bare" /> : '–'
  return kept === null || kept === '' ? '–' : kept
}

/** An address with what the list shows now; what is `changed` starts at its first page. */
function withQuery(place: string, { q, view, sort }: ListView, changed: { view?: string }): string {
  const asked = { q, view: changed.view ?? view, sort: sort.by, dir: sort.descending ? 'desc' : '' }
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  return query.size > 0 ? `${place}?${query}` : place
}

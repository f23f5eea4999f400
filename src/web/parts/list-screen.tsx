import { Fragment, type ReactNode, isValidElement } from 'react'
import type { SavedView } from '#features/accounts/saved-views/schema.ts'
import { cents } from '#domain/money.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { placeAt } from '#web/places.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Links, More } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, IN_EUROS, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DoneNote } from './done-note.tsx'
import { PAGE_SIZE } from './list-view.ts'
import { type Groups, headOf } from './list-groups.ts'
import { GroupsTable } from './groups-table.tsx'
import { type ListRequest, type List, type ListColumn, type PhoneRow, isNumber, queryOf } from './list.ts'
import { Moment } from './moment.tsx'
import { Money } from './money.tsx'
import { SavedViews } from './saved-views.tsx'
import { SortLink, SortMenu } from './sort-link.tsx'
import styles from './list-screen.module.css'
import { Choose, ChosenActs } from './together.tsx'

type ListPage<Row> = {
  rows: Row[]
  count: number
  page: number
  /** Rows on a page, if not the usual number. */
  size?: number
  view: ListRequest
  counts: Record<string, number>
  total: number
  isEmpty: boolean
  /** The groups of the column by which the list is grouped now; left out for a list that has none. */
  groups?: Groups | null
  saved: readonly SavedView[]
}

type Props<Row> = {
  of: List<Row>
  shown: ListPage<Row>
  /** Actions at the head of the page, as adding a record. */
  actions?: ReactNode
  /** Actions while the list is empty, if they differ. */
  first?: ReactNode
  subtitle?: string
  back?: { to: string; label: string }
  /** Content between the head and the list. */
  children?: ReactNode
  /** Below the list. */
  after?: ReactNode
}

/**
 * The whole screen of a list: head, search, views and the reader's saved ones, table, bulk acts, pages, and the same rows
 * as a file if the place has one.
 */
export function ListScreen<Row extends { id: string | number }>({
  of,
  shown,
  actions,
  first = actions,
  subtitle,
  back,
  children,
  after,
}: Props<Row>) {
  const t = useT()
  const { rows, count, page, size = PAGE_SIZE, view, total, isEmpty, groups } = shown
  const { place, words } = of
  const head = { ...(subtitle ? { subtitle } : {}), ...(back ? { back } : {}) }
  if (isEmpty) {
    return (
      <>
        <PageHead title={t(words('title'))} {...head} />
        <Stack>
          {children}
          <EmptyState title={t(words('empty'))} action={first}>
            {t(words('emptyText'))}
          </EmptyState>
          {after}
        </Stack>
      </>
    )
  }
  return (
    <>
      <PageHead title={t(words('title'))} count={formatNumber(total, t.language)} actions={actions} {...head} />
      <Stack>
        <DoneNote />
        {children}
        <Search of={of} view={view} groups={groups} />
        <Views of={of} shown={shown} />
        {view.inside === '' ? null : <BackToGroups of={of} view={view} />}
        {groups ? <GroupsTable of={of} view={view} groups={groups} /> : null}
        {groups || rows.length <= 1 ? null : <SortMenu current={view.sort} by={sortsOf(of, t)} />}
        {groups ? null : <SharedValues of={of} view={view} rows={rows} />}
        {groups ? null : (
          <Table
            caption={t(words('title'))}
            columns={columnsOf(of, t, view, rows)}
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
        )}
        {rows.length > 0 && !groups ? <ChosenActs of={of} view={view} count={count} /> : null}
        {groups ? null : <Pagination page={page} size={size} count={count} />}
        {placeAt(`${place}/files/csv`)?.kind === 'file' && rows.length > 0 ? (
          <Links>
            <span>{t('common.list.take')}</span>
            {FORMATS.map((format) => (
              <Link key={format} file to={`${place}/files/${format}${queryOf(view)}`} download>
                {format.toUpperCase()}
              </Link>
            ))}
          </Links>
        ) : null}
        {after}
      </Stack>
    </>
  )
}

type SearchProps<Row> = { of: List<Row>; view: ListRequest; groups: Groups | null | undefined }

/** The rows of one group, with a link back to all groups. */
function BackToGroups<Row>({ of, view }: { of: List<Row>; view: ListRequest }) {
  const t = useT()
  return (
    <p>
      <Link to={of.place + queryOf({ ...view, inside: '' })}>
        {t('common.list.allGroups', { column: t(headOf(of, view.group)) })}
      </Link>
    </p>
  )
}

function Search<Row>({ of, view, groups }: SearchProps<Row>) {
  const t = useT()
  const filters = Object.entries(of.filters ?? {})
  const canGroup = groups !== undefined && (of.groups?.length ?? 0) > 0
  return (
    <SearchField label={t(of.words('search'))}>
      {view.view ? <input type="hidden" name="view" value={view.view} /> : null}
      {Object.entries(view.kept).map(([name, value]) =>
        value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {filters.length > 0 || canGroup ? (
        <More label={t('common.list.filter')} open={view.group !== '' || Object.values(view.filters).some(Boolean)}>
          {filters.map(([name, { words, any, parts }]) => (
            <SelectField
              key={name}
              name={name}
              label={t(words)}
              defaultValue={view.filters[name] ?? ''}
              options={[
                { value: '', label: t(any) },
                ...Object.entries(parts).map(([value, part]) => ({ value, label: t(part.words) })),
              ]}
            />
          ))}
          {canGroup ? (
            <SelectField
              name="group"
              label={t('common.list.group')}
              defaultValue={view.group}
              options={[
                { value: '', label: t('common.list.ungrouped') },
                ...(of.groups ?? []).map((name) => ({ value: name, label: t(headOf(of, name)).replace(IN_EUROS, '') })),
              ]}
            />
          ) : null}
        </More>
      ) : null}
    </SearchField>
  )
}

/** The views of the list, and below them the reader's saved ones. */
function Views<Row>({ of, shown: { view, counts, saved } }: { of: List<Row>; shown: ListPage<Row> }) {
  const t = useT()
  const query = queryOf(view)
  const isPlain = query === queryOf({ ...view, ...PLAIN, sort: of.first ?? { by: firstOf(of), descending: false } })
  const parts = [['', 'common.list.all'] as const, ...Object.entries(of.views ?? {}).map(asPart)]
  return (
    <>
      {of.views ? (
        <Tabs
          look="pills"
          label={t('common.list.views')}
          tabs={parts
            .filter(([name]) => name === '' || name === view.view || (counts[name] ?? 0) > 0)
            .map(([name, label]) => ({
              to: of.place + queryOf(view, { view: name }),
              label: t(label),
              count: counts[name] ?? 0,
              current: view.view === name,
            }))}
        />
      ) : null}
      <SavedViews place={of.place} here={query} saved={saved} isPlain={isPlain} />
    </>
  )
}

/** The list as it opens, which nobody needs to save. */
const PLAIN = { q: '', view: '', filters: {}, group: '', inside: '' }

function firstOf<Row>({ columns }: List<Row>): string {
  return Object.keys(columns)[0] ?? ''
}

function asPart<Words>([name, { words }]: [string, { words: Words }]) {
  return [name, words] as const
}

const FORMATS = ['csv', 'xlsx', 'pdf'] as const

function columnsOf<Row extends { id: string | number }>(
  of: List<Row>,
  t: Translator,
  { sort }: ListRequest,
  rows: readonly Row[],
) {
  const { heads, phone } = of
  const equalNames = new Set(equalColumns(of, t, sort, rows).map(([name]) => name))
  const differingColumns = shownOf(of, t, sort, rows).filter(([name]) => !equalNames.has(name))
  const cells = differingColumns.map(([name, column]) => {
    const part = partOf(phone, name)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- each column has its word
    const words = t(heads[name]!)
    return {
      id: name,
      label: words,
      head: column.sorts ? (
        <SortLink by={name} current={sort}>
          {words}
        </SortLink>
      ) : (
        words
      ),
      cell: (row: Row) => column.cell?.(row, t) ?? drawCell(column, row, t),
      number: isNumber(column),
      wideOnly: !part && (column.wideOnly ?? false),
      ...(part && { phone: part }),
    }
  })
  const choice = {
    id: 'choose',
    head: t('common.list.choose'),
    quiet: true,
    choice: true,
    cell: (row: Row) => <Choose of={of} row={row} />,
  }
  return of.together ? [...cells, choice] : cells
}

function partOf({ identity, amount, state, facts, under }: PhoneRow, name: string): Column<unknown>['phone'] {
  if (name === identity) return 'identity'
  if (name === amount) return 'amount'
  if (name === state) return 'state'
  if (name === under) return 'under'
  return facts?.some((fact) => fact === name) ? 'fact' : undefined
}

function sortsOf<Row>({ columns, heads }: List<Row>, t: Translator) {
  return (
    Object.entries(columns)
      .filter(([, { sorts, onlyInFile }]) => sorts && !onlyInFile)
      // oxlint-disable-next-line typescript/no-non-null-assertion -- each column has its word
      .map(([name]) => ({ name, words: t(heads[name]!) }))
  )
}

function shownOf<Row>({ columns }: List<Row>, t: Translator, sort: ListRequest['sort'], rows: readonly Row[]) {
  return Object.entries(columns).filter(
    ([name, column]) =>
      !column.onlyInFile &&
      (!column.exception || sort.by === name || rows.some((row) => saysSomething(column, row, t))),
  )
}

/** Rows from which equal values are shown once: in fewer rows they may be equal by chance. */
const ROWS_THAT_AGREE = 3

/** The columns with the same value in every row, without the naming column and the one that somebody sorts by. */
function equalColumns<Row>(of: List<Row>, t: Translator, sort: ListRequest['sort'], rows: readonly Row[]) {
  const [first] = rows
  if (first === undefined || rows.length < ROWS_THAT_AGREE) return []
  const { identity } = of.phone
  return shownOf(of, t, sort, rows).filter(([name, column], place) => {
    if (place === 0 || name === identity || name === sort.by) return false
    const words = wordsOf(column, first, t)
    return words !== null && rows.every((row) => wordsOf(column, row, t) === words)
  })
}

/** The words of a cell; `null` if a component draws it, because that may show more than its value. */
function wordsOf<Row>(column: ListColumn<Row>, row: Row, t: Translator): string | null {
  const cell = column.cell?.(row, t) ?? column.value(row, t) ?? ''
  if (isValidElement<{ children?: ReactNode }>(cell) && cell.type === State) {
    return typeof cell.props.children === 'string' ? cell.props.children : null
  }
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : null
}

/** Says once what every row has in common; leaves out a column that is empty in every row. */
function SharedValues<Row>({
  of,
  view,
  rows: [first, ...others],
}: {
  of: List<Row>
  view: ListRequest
  rows: readonly Row[]
}) {
  const t = useT()
  if (first === undefined) return null
  const shared = equalColumns(of, t, view.sort, [first, ...others]).filter(([, column]) =>
    saysSomething(column, first, t),
  )
  if (shared.length === 0) return null
  return (
    <p className={styles.same}>
      {t('common.list.same')}
      {' · '}
      {shared.map(([name, column], place) => {
        // oxlint-disable-next-line typescript/no-non-null-assertion -- each column has its word
        const head = t(of.heads[name]!)
        const isMoney = column.kind === 'money'
        return (
          <Fragment key={name}>
            {place > 0 ? ' · ' : ''}
            {isMoney ? head.replace(IN_EUROS, '') : head}:{' '}
            {isMoney ? (
              <Money cents={cents(Number(column.value(first, t)))} />
            ) : (
              (column.cell?.(first, t) ?? drawCell(column, first, t))
            )}
          </Fragment>
        )
      })}
    </p>
  )
}

function saysSomething<Row>(column: ListColumn<Row>, row: Row, t: Translator): boolean {
  const cell = column.cell?.(row, t) ?? column.value(row, t)
  return cell !== null && cell !== '' && !(column.kind === 'money' && cell === 0)
}

function drawCell<Row>({ kind, value }: ListColumn<Row>, row: Row, t: Translator): ReactNode {
  const kept = value(row, t)
  if (kind === 'money') return kept ? <Money cents={cents(Number(kept))} look="bare" inList /> : '–'
  if (kept && kind === 'moment') return <Moment at={String(kept)} />
  if (kept && kind === 'day')
    return (
      <time dateTime={String(kept)} className="num">
        {formatDayShort(String(kept), t.language)}
      </time>
    )
  return kept === null || kept === '' ? '–' : kept
}

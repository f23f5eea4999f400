import { type ReactNode, isValidElement } from 'react'
import { Link } from '#web/links.tsx'
import { useFollows } from '#web/place-power.ts'
import styles from './table.module.css'
import { wholePlates } from './whole-plates.tsx'

export type Column<Row> = {
  head: ReactNode
  /** Needed only if two heads have the same words. */
  id?: string
  cell: (row: Row, index: number) => ReactNode
  /** Right-aligned, tabular digits. */
  number?: boolean
  /** Sentences: they take several lines. */
  wraps?: boolean
  /** In the middle: ticks and marks. */
  centre?: boolean
  /** A checkbox for bulk acts: at the end of a row, on a phone at the end of its first line. */
  choice?: boolean
  /** Left out on phones. */
  wideOnly?: boolean
  /** On a phone this value stands beside the row's heading, where the eye falls; by default the last number. */
  first?: boolean
  /**
   * The column's place in the two lines that a phone draws for a row, or `under` them; a column without one is not drawn
   * there.
   */
  phone?: 'identity' | 'amount' | 'state' | 'fact' | 'under'
  /** The text of a head that is more than text: a phone writes it before the value. */
  label?: string
  /** A place that the links of its cells lead to: whoever may not go there has no such column. */
  leadsTo?: string
  /** The head is only for people who don't see the table: its cells explain themselves. */
  quiet?: boolean
}

type Props<Row> = {
  /** The content of the table, for people who don't see it: "Extratos da semana 47, em euros". */
  caption: string
  /** The first column is the row's heading. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The page of a row, as a real link in its first cell. */
  href?: (row: Row) => string | null
  isSelected?: (row: Row) => boolean
  /** The id of a row, for addresses: `#line-12`. */
  rowId?: (row: Row, index: number) => string | undefined
  /** Instead of the table when there are no rows. */
  empty?: ReactNode
  /** Consecutive rows with the same `id` stand together under one head. */
  group?: (row: Row) => { id: string; head: ReactNode }
  /** One cell per column. */
  foot?: readonly ReactNode[]
  /** Shows the table as columns or lines on a phone, whatever the number of its columns. */
  phone?: 'columns' | 'lines'
}

/** The text of an empty cell: it holds the column together, and is left out where a phone draws lines. */
const NOTHING = '–'

/** End of the head of a column of amounts, whose cells then leave the currency out. */
export const IN_EUROS = ' €'

/**
 * The most columns that a phone shows as a table; with more it shows each row as lines: its heading with one value
 * beside it, then the others.
 */
const COLUMNS_OF_A_PHONE = 2

/** Hairlines, no zebra; the head and the first column stay in sight. Sorting and filters belong in the address. */
export function Table<Row>({
  caption,
  columns: given,
  rows,
  rowKey,
  href,
  isSelected,
  rowId,
  group,
  empty,
  foot,
  phone,
}: Props<Row>) {
  const follows = useFollows()
  if (rows.length === 0 && empty) return empty
  const asked = given.filter(({ leadsTo }) => leadsTo === undefined || follows(leadsTo))
  const isDrawn = asked.some((column) => column.phone)
  const stacks = isDrawn
    ? false
    : phone
      ? phone === 'lines'
      : asked.filter(({ wideOnly }) => !wideOnly).length > COLUMNS_OF_A_PHONE
  const columns = stacks ? withFirst(asked) : asked
  const frame = [styles.frame, stacks ? styles.stacks : '', isDrawn ? styles.drawn : ''].filter(Boolean).join(' ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={keyOf(column, place)} scope="col" className={looks(column)}>
                {column.quiet ? <span className="visually-hidden">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        {groupRows(rows, group).map(({ id, head, rows: some }) => (
          <tbody key={id}>
            {head === null ? null : (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {head}
                </th>
              </tr>
            )}
            {some.map((row) => {
              const index = rows.indexOf(row)
              const address = href?.(row) ?? null
              const target = address !== null && follows(address) ? address : null
              return (
                <tr
                  key={rowKey(row)}
                  id={rowId?.(row, index)}
                  data-opens={target === null ? undefined : ''}
                  className={rowLooks(
                    target !== null,
                    isSelected?.(row) ?? false,
                    isDrawn && areFactsLong(columns, row, index),
                  )}
                >
                  {columns.map((column, place) => {
                    const content = wholePlates(column.cell(row, index))
                    if (place > 0) return <Cell key={keyOf(column, place)} column={column} content={content} />
                    return (
                      <th key={keyOf(column, place)} scope="row" className={looks(column)}>
                        {target === null ? content : <Link to={target}>{content}</Link>}
                      </th>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        ))}
        {foot ? (
          <tfoot>
            <tr>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={keyOf(column, place)} scope="row" className={looks(column)}>
                    {foot[place]}
                  </th>
                ) : (
                  <Cell key={keyOf(column, place)} column={column} content={foot[place]} />
                ),
              )}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

function groupRows<Row>(rows: readonly Row[], group: Props<Row>['group']) {
  if (!group) return [{ id: 'all', head: null, rows }]
  return [...Map.groupBy(rows, (row) => group(row).id)].map(([id, some]) => ({
    id,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a group has at least one row
    head: group(some[0]!).head,
    rows: some,
  }))
}

function Cell<Row>({ column, content }: { column: Column<Row>; content: ReactNode }) {
  const words = column.label ?? (typeof column.head === 'string' && !column.quiet ? column.head : undefined)
  // A phone writes the head before the amount, and the currency with the amount. Words instead of an amount have none.
  const isInEuros = words?.endsWith(IN_EUROS) ?? false
  const isAmount = isInEuros && !(typeof content === 'string' && !/\d/.test(content))
  const head = isInEuros ? words?.slice(0, -IN_EUROS.length) : words
  const looked = looks(column, content === NOTHING)
  return (
    <td className={isAmount ? [looked, styles.euros].filter(Boolean).join(' ') : looked} data-head={head || undefined}>
      {content}
    </td>
  )
}

/** Marks the value beside a row's heading on a phone: the column that asks for it, else the last number. */
function withFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ first }) => first !== undefined)) return columns
  const last = columns.findLastIndex(({ number, wideOnly }, place) => place > 0 && number && !wideOnly)
  return columns.map((column, place) => (place === last ? { ...column, first: true } : column))
}

function looks<Row>(
  { number, wraps, centre, choice, wideOnly, first, phone }: Column<Row>,
  nothing = false,
): string | undefined {
  const names = [
    number ? styles.number : '',
    wraps ? styles.wraps : '',
    centre ? styles.centre : '',
    choice ? styles.choice : '',
    wideOnly ? styles.wideOnly : '',
    first ? styles.first : '',
    phone ? styles[phone] : '',
    nothing && !first ? styles.nothing : '',
  ]
  return names.filter(Boolean).join(' ') || undefined
}

function rowLooks(linked: boolean, selected: boolean, apart: boolean): string | undefined {
  const names = [linked ? styles.linked : '', selected ? styles.selected : '', apart ? styles.apart : '']
  return names.filter(Boolean).join(' ') || undefined
}

/** Letters of the facts that fit beside each other on a phone, and beside a checkbox. */
const FACTS_ON_A_LINE = { alone: 42, withChoice: 38 }
/** The letters of a moment or a plate, which a component writes: "30 nov. 2026, 07:13". */
const LETTERS_OF_COMPONENT = 19

/** Whether each fact of the row takes a line of its own on a phone, because they do not fit beside each other. */
function areFactsLong<Row>(columns: readonly Column<Row>[], row: Row, index: number): boolean {
  const facts = columns.filter(({ phone }) => phone === 'fact').map(({ cell }) => cell(row, index))
  const room = FACTS_ON_A_LINE[columns.some(({ choice }) => choice) ? 'withChoice' : 'alone']
  return facts.reduce<number>((sum, fact) => sum + lettersOf(fact), 0) > room
}

function lettersOf(content: ReactNode): number {
  if (typeof content === 'string' || typeof content === 'number') return String(content).length
  if (Array.isArray(content)) return content.reduce<number>((sum, part: ReactNode) => sum + lettersOf(part), 0)
  if (!isValidElement<{ children?: ReactNode }>(content)) return 0
  const { children } = content.props
  return children === undefined ? LETTERS_OF_COMPONENT : lettersOf(children)
}

function keyOf<Row>({ id, head }: Column<Row>, place: number): string {
  return id ?? (typeof head === 'string' ? head : `column ${place}`)
}

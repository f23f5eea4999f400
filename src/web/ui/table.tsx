import type { ReactNode } from 'react'
import { Link } from '#web/links.tsx'
import styles from './table.module.css'

export type Column<Row> = {
  head: ReactNode
  /** Needed only when two heads read the same. */
  id?: string
  cell: (row: Row, index: number) => ReactNode
  /** Right-aligned, tabular digits. */
  number?: boolean
  /** In the middle: ticks and marks. */
  centre?: boolean
  /** Left out on phones. */
  wideOnly?: boolean
  /** The head is for those who don't see the table: its cells say themselves what they do. */
  quiet?: boolean
}

type Props<Row> = {
  /** What the table holds, for those who don't see it: "Extratos da semana 47, em euros". */
  caption: string
  /** The first column is the row's heading. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Where the whole row leads, as a real link in its first cell. */
  href?: (row: Row) => string | null
  isSelected?: (row: Row) => boolean
  /** Instead of the table when there are no rows. */
  empty?: ReactNode
  /** One cell per column. */
  foot?: readonly ReactNode[]
}

/** Hairlines, no zebra; head and first column stay in sight. Sorting and filters belong in the address. */
export function Table<Row>({ caption, columns, rows, rowKey, href, isSelected, empty, foot }: Props<Row>) {
  if (rows.length === 0 && empty) return empty
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
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
        <tbody>
          {rows.map((row, index) => {
            const target = href?.(row) ?? null
            return (
              <tr key={rowKey(row)} className={rowLooks(target !== null, isSelected?.(row) ?? false)}>
                {columns.map((column, place) => {
                  const content = column.cell(row, index)
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

function Cell<Row>({ column, content }: { column: Column<Row>; content: ReactNode }) {
  return <td className={looks(column)}>{content}</td>
}

function looks<Row>({ number, centre, wideOnly }: Column<Row>): string | undefined {
  const names = [number ? styles.number : '', centre ? styles.centre : '', wideOnly ? styles.wideOnly : '']
  return names.filter(Boolean).join(' ') || undefined
}

function rowLooks(linked: boolean, selected: boolean): string | undefined {
  return [linked ? styles.linked : '', selected ? styles.selected : ''].filter(Boolean).join(' ') || undefined
}

function keyOf<Row>({ id, head }: Column<Row>, place: number): string {
  return id ?? (typeof head === 'string' ? head : `column ${place}`)
}

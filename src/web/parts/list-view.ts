import { namedIn } from '#domain/named.ts'
import { readNumber } from '#domain/record-id.ts'

/** The questions that an address asks of a list: `?q=…&view=…&sort=…&dir=desc&page=2`. */
export type ListView = { q: string; view: string; sort: { by: string; descending: boolean }; page: number }

/** Rows on a page: some ten screens of a phone. */
export const PAGE_SIZE = 50

/** The most letters of a search that are used. */
const LONGEST_SEARCH = 100

/** The search text of the address (`?q=`). */
export function searchedFor(query: URLSearchParams): string {
  return (query.get('q') ?? '').slice(0, LONGEST_SEARCH)
}

export function readListView(url: URL, firstSort: string): ListView {
  const query = url.searchParams
  return {
    q: searchedFor(query),
    view: query.get('view') ?? '',
    sort: { by: query.get('sort') ?? firstSort, descending: query.get('dir') === 'desc' },
    page: readNumber(query.get('page')) || 1,
  }
}

/** Whether each word that was typed is in one of the texts, without case, accents and separators. */
export function isMatch(q: string, texts: readonly (string | null)[]): boolean {
  const searchedText = texts.map((text) => bareText(text ?? '')).join(' ')
  return q.split(/\s+/).every((word) => searchedText.includes(bareText(word)))
}

type Orders<Row> = Readonly<Record<string, (row: Row) => string | number>>

/** Sorts the rows by a column, in Portuguese alphabetical order. */
export function ordered<Row>(rows: readonly Row[], { sort }: Pick<ListView, 'sort'>, columns: Orders<Row>): Row[] {
  const column = namedIn(columns, sort.by) ?? Object.values(columns)[0]
  const sorted = column ? rows.toSorted((a, b) => compare(column(a), column(b))) : [...rows]
  return sort.descending ? sorted.toReversed() : sorted
}

/** The rows of the requested page, sorted by a column, and the number of all rows. */
export function arrange<Row>(rows: readonly Row[], view: ListView, columns: Orders<Row>) {
  const last = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const page = Math.min(view.page, last)
  const shown = ordered(rows, view, columns).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return { rows: shown, count: rows.length, page }
}

const collator = new Intl.Collator('pt-PT', { numeric: true, sensitivity: 'base' })

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

function bareText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d@.]/gu, '')
}

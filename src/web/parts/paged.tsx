import { readNumber } from '#domain/record-id.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Pagination } from '#web/ui/pagination.tsx'
import { PAGE_SIZE } from './list-view.ts'

type Paging = {
  size?: number
  /** The name of the page's parameter, on a screen with several lists. */
  name?: string
  /** The id of the element at the list's beginning, to which links to other pages lead. */
  at?: string
}

/** One page of sorted rows, as the address asks (`?page=2`), with links to the others. */
export function usePaged<Row>(
  rows: readonly Row[],
  { size = PAGE_SIZE, name = 'page', at }: Paging = {},
): { shown: readonly Row[]; pages: ReactNode } {
  const [query] = useSearchParams()
  const last = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(readNumber(query.get(name)) || 1, last)
  return {
    shown: rows.slice((page - 1) * size, page * size),
    pages: <Pagination page={page} size={size} count={rows.length} name={name} at={at} />,
  }
}

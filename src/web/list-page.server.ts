import type { LoaderFunctionArgs } from 'react-router'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { userContext } from './context.ts'
import { type List, pageOf } from './parts/list.ts'
import type { Asking } from './screen.server.ts'

/** The page of a list that the address asks for, with the views that the reader keeps of it. */
export async function listPage<Row>(
  of: List<Row>,
  all: Promise<readonly Row[]>,
  { request, context }: LoaderFunctionArgs,
  { t }: Asking,
) {
  const uid = context.get(userContext)?.uid ?? ''
  const [rows, saved] = await Promise.all([all, listSavedViews(uid, of.place)])
  return { ...pageOf(of, rows, request, t), saved }
}

import type { RouterContextProvider } from 'react-router'
import { type Reader, readForFile, readForPage, stepsForFile } from '#features/system/standby/queries.server.ts'
import { requireAdmin } from './session.server.ts'

/*
 * What the office reads that may be a moment old: figures, reports, and lists and books as files. Which places may is one table, in
 * `aside.server.test.ts`; what decides or moves money is never among them.
 */

type Context = Readonly<RouterContextProvider>

/** What a page shows, and how old it may be: `BehindNote` says it. */
export function pageAside<Value>(context: Context, read: (on: Reader) => Promise<Value>) {
  return readForPage(requireAdmin(context).uid, read)
}

/** What stands in a file. */
export function fileAside<Value>(context: Context, read: (on: Reader) => Promise<Value>) {
  return readForFile(requireAdmin(context).uid, read)
}

/** The steps by which a file is read while it is sent. */
export function stepsAside(context: Context) {
  return stepsForFile(requireAdmin(context).uid)
}

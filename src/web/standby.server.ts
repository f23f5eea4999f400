import type { RouterContextProvider } from 'react-router'
import { type Reader, readForFile, readForPage, stepsForFile } from '#features/system/standby/queries.server.ts'
import { requireAdmin } from './session.server.ts'

/* Reads of the office that may be a moment old: figures, reports, and lists and books as files. The places that may use them are
 * listed in `standby.server.test.ts`; a place that decides or moves money is never among them. */

type Context = Readonly<RouterContextProvider>

/** Reads what a page shows, with its age for `BehindNote`. */
export function readPageFromStandby<Value>(context: Context, read: (on: Reader) => Promise<Value>) {
  return readForPage(requireAdmin(context).uid, read)
}

/** Reads what a file contains. */
export function readFileFromStandby<Value>(context: Context, read: (on: Reader) => Promise<Value>) {
  return readForFile(requireAdmin(context).uid, read)
}

/** The steps in which a file is read while it is being sent. */
export function readStepsFromStandby(context: Context) {
  return stepsForFile(requireAdmin(context).uid)
}

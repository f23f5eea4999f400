import type { RouterContextProvider } from 'react-router'
import type { Kysely } from 'kysely'
import { type Aside, readAside } from '#db/aside.server.ts'
import type { ReadStep } from '#db/read-step.ts'
import type { DB } from '#db/types.ts'
import { SAID_FROM } from './parts/behind-note.tsx'
import { requireAdmin } from './session.server.ts'

/*
 * What the office reads that may be a moment old: figures, reports, and lists and books as files. Which places may is one table, in
 * `aside.server.test.ts`; what decides or moves money is never among them.
 */

/** What a page shows, and how old it may be: `BehindNote` says it. */
export function pageAside<Value>(
  context: Readonly<RouterContextProvider>,
  read: (on: Kysely<DB>) => Promise<Value>,
): Promise<Aside<Value>> {
  return readAside(requireAdmin(context).uid, read)
}

/** What stands in a file. No file says how old it is, so none is older than a page would say nothing of. */
export async function fileAside<Value>(
  context: Readonly<RouterContextProvider>,
  read: (on: Kysely<DB>) => Promise<Value>,
): Promise<Value> {
  return (await readAside(requireAdmin(context).uid, read, SAID_FROM - 1)).value
}

/** The same of a file that is sent while it is read: each step by itself, for what was sent is not taken back. */
export function stepsAside(context: Readonly<RouterContextProvider>): ReadStep {
  return (read) => fileAside(context, read)
}

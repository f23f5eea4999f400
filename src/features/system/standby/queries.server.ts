import type { Kysely } from 'kysely'
import { type Aside, readAside } from '#db/aside.server.ts'
import type { ReadStep } from '#db/read-step.ts'
import type { DB } from '#db/types.ts'
import { SAID_FROM } from './schema.ts'

/** Where something is read: the database itself, or a standby of it. */
export type Reader = Kysely<DB>

/** What a page shows this account, and how old it may be. */
export function readForPage<Value>(uid: string, read: (on: Reader) => Promise<Value>): Promise<Aside<Value>> {
  return readAside(uid, read)
}

/** What stands in a file for this account. No file says how old it is, so none is older than a page would say nothing of. */
export async function readForFile<Value>(uid: string, read: (on: Reader) => Promise<Value>): Promise<Value> {
  return (await readAside(uid, read, SAID_FROM - 1)).value
}

/** The steps by which a file is read while it is sent: each by itself, because what was sent is not taken back. */
export function stepsForFile(uid: string): ReadStep {
  return (read) => readForFile(uid, read)
}

import type { Kysely } from 'kysely'
import { type StandbyAnswer, readFromStandby } from '#db/standby.server.ts'
import type { ReadStep } from '#db/read-step.ts'
import type { DB } from '#db/types.ts'
import { SAID_FROM } from './schema.ts'

/** The database to read from: the main one, or a standby of it. */
export type Reader = Kysely<DB>

/** Reads for a page of this account, with how old the answer may be. */
export function readForPage<Value>(uid: string, read: (on: Reader) => Promise<Value>): Promise<StandbyAnswer<Value>> {
  return readFromStandby(uid, read)
}

/** Reads for a file of this account. A file does not say how old it is, so it gets nothing that a page would call old. */
export async function readForFile<Value>(uid: string, read: (on: Reader) => Promise<Value>): Promise<Value> {
  return (await readFromStandby(uid, read, SAID_FROM - 1)).value
}

/**
 * The steps of reading a file that is sent meanwhile: each is read by itself, as what was sent cannot be taken back.
 */
export function stepsForFile(uid: string): ReadStep {
  return (read) => readForFile(uid, read)
}

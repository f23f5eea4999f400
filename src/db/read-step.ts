import type { Kysely } from 'kysely'
import type { DB } from './types.ts'

/** Runs one step of a long reading on a connection that the caller chooses: each step is read by itself. */
export type ReadStep = <Value>(read: (on: Kysely<DB>) => Promise<Value>) => Promise<Value>

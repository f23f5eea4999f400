import type { Kysely } from 'kysely'
import type { DB } from './types.ts'

/** Where one step of something long is read, each step by itself: whoever starts it says where. */
export type ReadStep = <Value>(read: (on: Kysely<DB>) => Promise<Value>) => Promise<Value>

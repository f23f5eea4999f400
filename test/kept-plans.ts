import pg from 'pg'
import { sha256 } from '#platform/hash.ts'

/**
 * Tests ask the same statements thousands of times of a database with few rows: to understand and to plan one took longer than to
 * answer it. Here each statement with values that is asked again is prepared by name, and has one plan for all values. The product
 * prepares less (`src/db/connection.server.ts`); the tests that look at that ask as it does.
 */
export function keepPlans(does: boolean): void {
  keeps = does
  askedOnce.clear()
  // What connections begin with that are opened from now on.
  pg.defaults.options = does ? '-c plan_cache_mode=force_generic_plan' : undefined
}

let keeps = false
const askedOnce = new Set<string>()

const plain = pg.Client.prototype.query
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...asked: unknown[]): unknown {
    const [text, values] = asked
    if (!keeps || asked.length !== 2 || typeof text !== 'string' || !Array.isArray(values))
      return Reflect.apply(plain, this, asked)
    return IN_PART_OF_A_TABLE.test(text) ? askForItsValues(this, text, values) : askKept(this, text, values)
  },
})

function askKept(client: pg.Client, text: string, values: unknown[]) {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return Reflect.apply(plain, client, [text, values])
  const isAgain = askedOnce.has(text)
  askedOnce.add(text)
  if (!isAgain) return Reflect.apply(plain, client, [text, values])
  makeRoom(client, text)
  return Reflect.apply(plain, client, [{ name: nameOf(text), text, values }])
}

/** Names the prepared statement by its text. PostgreSQL cuts a name after 63 letters, which is one less than the hash has. */
const nameOf = (text: string) => sha256(text).slice(0, 40)

/** What is written unless it is there already in a part of the table: a plan for all values cannot tell in which part, if a value says so. */
const IN_PART_OF_A_TABLE = /\bon conflict \([^)]*\) where\b/i

async function askForItsValues(client: pg.Client, text: string, values: unknown[]): Promise<unknown> {
  await Reflect.apply(plain, client, ['set plan_cache_mode = auto'])
  try {
    return await Reflect.apply(plain, client, [text, values])
  } finally {
    // A transaction that was refused takes it back itself.
    if (client.getTransactionStatus() !== 'E') await Reflect.apply(plain, client, ['reset plan_cache_mode'])
  }
}

/** Statements that a connection keeps at most: many files may use it, and each plan takes memory there. */
const MAX_STATEMENTS = 500
const keptOf = new WeakMap<pg.Client, Set<string>>()

function makeRoom(client: pg.Client, text: string): void {
  const kept = keptOf.get(client) ?? new Set()
  keptOf.set(client, kept.add(text))
  if (kept.size <= MAX_STATEMENTS || client.getTransactionStatus() !== 'I') return
  keptOf.set(client, new Set([text]))
  Reflect.apply(plain, client, ['deallocate all'])
  Object.assign(Reflect.get(client, 'connection'), { parsedStatements: {} })
}

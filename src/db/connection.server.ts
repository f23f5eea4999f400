import { Socket } from 'node:net'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient, QueryConfig } from 'pg'
import { writtenCause } from '#platform/cause.ts'
import { sha256 } from '#platform/hash.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { traceStatement } from '#platform/tracing.ts'

/** How Kysely begins a transaction. */
const BEGINS = /^(?:begin|start transaction)\b/

/** What a statement begins with that heavy pages prepare too: many questions together take as long to plan as to answer. */
export const KEPT = 'select /* kept */'
/** The same of one whose plan for all values is as good as one for its own, which the database does not see by its estimates. */
export const KEPT_BY_ONE_PLAN = 'select /* kept by one plan */'

/**
 * `keepsPlans` of statements that say so; `silence`: milliseconds without a word after which a question is given up, where its pool hangs up; `released` is told when the connection
 * goes back.
 */
type Manner = {
  prepares: boolean
  keepsPlans?: boolean
  limit?: number | null
  silence?: number | null
  released?: () => void
}

/** The connection itself, where it is one that can hang up. */
export function socketOf({ connection: { stream } }: PoolClient): Socket | null {
  return stream instanceof Socket ? stream : null
}

/**
 * A connection as Kysely takes it. It writes instants as PostgreSQL reads them; the driver itself would send their JSON. And
 * where it `prepares`, what is read again and again is prepared by name: PostgreSQL understands it once for each connection
 * instead of at every reading, and may keep its plan. Behind a pooler that lends a connection for one transaction, how long a
 * statement may take (`limit`, milliseconds) is said in each transaction: a setting of the connection would be somebody else's.
 */
export class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  #prepares: boolean
  #keepsPlans: boolean
  #isSpoilt = false
  readonly #limit: number | null
  readonly #silence: number | null
  readonly #released: () => void
  /** Questions that were asked and not answered yet. */
  #open = 0

  constructor(client: PoolClient, manner: Manner) {
    const { prepares, keepsPlans = false, limit = null, silence = null, released = () => {} } = manner
    this.#client = client
    this.#prepares = prepares
    this.#keepsPlans = keepsPlans
    this.#limit = limit
    this.#silence = silence
    this.#released = released
  }

  // Kysely's other way to ask, by a cursor, is one that nobody here configures.
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query(): never
  query(text = '', values: readonly unknown[] = []): Promise<unknown> {
    // Work that is ordered in a transaction hangs on who began it, not on its beginning.
    const begun = BEGINS.test(text) ? this.#begun(text) : null
    return this.#withinSilence(
      traceStatement(text, () => (begun === null ? this.#ask(text, values) : this.#client.query(begun))),
    )
  }

  /**
   * Silence counts while something is asked: between two questions of a change a store of files or a scanner may take its time, and the database,
   * which was asked nothing, says nothing.
   */
  async #withinSilence<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (this.#silence === null) return answer
    if (this.#open++ === 0) socketOf(this.#client)?.setTimeout(this.#silence)
    try {
      return await answer
    } finally {
      if (--this.#open === 0) socketOf(this.#client)?.setTimeout(0)
    }
  }

  async #ask(text: string, values: readonly unknown[]): Promise<unknown> {
    const written = values.map((value) => (value instanceof Temporal.Instant ? value.toString() : value))
    if (this.#limit !== null && !this.#isInTransaction()) return this.#within(this.#limit, text, written)
    if (this.#isInTransaction()) return this.#client.query(text, written)
    try {
      const kept = this.#keepsPlans ? keptStatement(text, written) : null
      if (kept !== null) return await (text.startsWith(KEPT) ? this.#client.query(kept) : this.#askByOnePlan(kept))
      const name = this.#prepares ? nameOf(text, written) : null
      if (name !== null) return await this.#client.query({ name, text, values: written })
    } catch (error) {
      if (!isOutdated(error)) throw error
      // Nothing was read yet. It is asked plainly, and the connection goes, with all that it had prepared.
      log.warn({ err: error }, 'a prepared statement was not to be used; behind a pooler set DATABASE_STATEMENTS=plain')
      this.#prepares = false
      this.#keepsPlans = false
      this.#isSpoilt = true
    }
    return this.#client.query(text, written)
  }

  async #askByOnePlan(statement: QueryConfig): Promise<unknown> {
    await this.#client.query('set plan_cache_mode = force_generic_plan')
    try {
      return await this.#client.query(statement)
    } finally {
      // What else is asked here is planned as before; of a connection that is gone there is nothing to put back.
      await this.#client.query('reset plan_cache_mode').catch(() => (this.#isSpoilt = true))
    }
  }

  release(): void {
    this.#client.release(this.#isSpoilt)
    this.#released()
  }

  async #within(limit: number, text: string, values: readonly unknown[]): Promise<unknown> {
    await this.#client.query(`begin; set local statement_timeout = ${limit}`)
    try {
      const answer = await this.#client.query(text, [...values])
      await this.#client.query('commit')
      return answer
    } catch (error) {
      // Of a connection that is gone nothing is left to undo.
      await this.#client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  /** How a transaction begins: with what holds in it alone, in one question. */
  #begun(text: string): string {
    const limit = this.#limit === null ? [] : [`set local statement_timeout = ${this.#limit}`]
    const cause = writtenCause()
    return [text, ...limit, ...(cause === null ? [] : [`set local volante.cause = '${cause}'`])].join('; ')
  }

  /** A statement that is refused spoils its transaction, so that nobody could ask again. */
  #isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }
}

/**
 * What PostgreSQL says of a prepared statement whose table has since got other columns (a migration while the site runs), and
 * of one that another connection prepared, or did not (a pooler in between).
 */
function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isReplanned = error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  return isReplanned || error.code === '26000' || error.code === '42P05'
}

/** Statements that are prepared, at most, in each connection: each takes memory there. */
const MOST = 300
/** A list of any length is a statement of its own at each length: long ones are not prepared. */
const MOST_VALUES = 12

const names = new Map<string, string>()
const askedOnce = new Set<string>()

/** The name of a statement that reads and was asked before; `null` for one that is not prepared. */
function nameOf(text: string, values: readonly unknown[]): string | null {
  const known = names.get(text)
  // One plan for lists of any length suits none of them.
  if (known !== undefined) return values.some(Array.isArray) ? null : known
  if (names.size >= MOST || values.length > MOST_VALUES || !/^\s*(select|with)\b/i.test(text)) return null
  if (askedOnce.delete(text)) names.set(text, namedBy(text))
  else if (askedOnce.size < 10 * MOST) askedOnce.add(text)
  return null
}

function namedBy(text: string): string {
  return `volante-${sha256(text).slice(0, 20)}`
}

/** Of those that are kept, which are larger. */
const MOST_KEPT = 100

/** Of each operator its own: a word in a statement may be one that somebody there typed. */
const namesOfKept = ofOperator(() => new Map<string, string>())

/** A statement that says that it is kept, with its name; `null` for any other, and where a list is long: one plan for lists of any length suits none of them. */
function keptStatement(text: string, values: readonly unknown[]): QueryConfig | null {
  if (!text.startsWith(KEPT) && !text.startsWith(KEPT_BY_ONE_PLAN)) return null
  const asked = withWords(text, values)
  if (asked.values.some((value) => Array.isArray(value) && value.length > MOST_VALUES)) return null
  const kept = namesOfKept.value
  const known = kept.get(asked.text)
  if (known === undefined && kept.size >= MOST_KEPT) return null
  const name = known ?? namedBy(asked.text)
  if (known === undefined) kept.set(asked.text, name)
  return { name, ...asked }
}

/** A state or a kind: nothing that is another value on each page. */
const WORD = /^[a-z-]+$/

/**
 * The statement with such words and lists of them in their place: one plan for all values knows then how many rows are in a state, and which index
 * is of those alone.
 */
function withWords(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const left: unknown[] = []
  // In a list `null` would be nothing and not a word.
  const isWord = (value: unknown) => typeof value === 'string' && WORD.test(value) && value !== 'null'
  const written = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (isWord(value) || typeof value === 'boolean') return `'${String(value)}'`
    if (Array.isArray(value) && value.length > 0 && value.every(isWord)) return `'{${value.join(',')}}'`
    return `$${left.push(value)}`
  })
  return { text: written, values: left }
}

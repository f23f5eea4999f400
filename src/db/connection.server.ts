import { Socket } from 'node:net'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient, QueryConfig } from 'pg'
import { writtenCause } from '#platform/cause.ts'
import { sha256 } from '#platform/hash.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { traceStatement } from '#platform/tracing.ts'

/** Matches the statement with which Kysely begins a transaction. */
const BEGINS = /^(?:begin|start transaction)\b/

/** Beginning of a statement that heavy pages prepare too: many questions together take as long to plan as to answer. */
export const PREPARED = 'select /* kept */'
/**
 * Beginning of such a statement whose plan for all values is as good as a plan for its own; PostgreSQL's estimates do
 * not show this, so it must be told.
 */
export const PREPARED_GENERIC_PLAN = 'select /* kept by one plan */'

/**
 * How a connection asks. `keepsPlans`: prepares the statements that begin with `PREPARED`; `limit`: milliseconds a
 * statement may take, set in each transaction; `silence`: milliseconds without a word after which an open question is
 * given up, where its pool hangs up; `released` is called when the connection goes back.
 */
type Manner = {
  prepares: boolean
  keepsPlans?: boolean
  limit?: number | null
  silence?: number | null
  released?: () => void
}

/** Answers the socket of a connection, where it has one that can hang up. */
export function socketOf({ connection: { stream } }: PoolClient): Socket | null {
  return stream instanceof Socket ? stream : null
}

/**
 * A connection as Kysely takes it. It writes instants as PostgreSQL reads them; the driver itself would send their
 * JSON. Where it `prepares`, it prepares by name the statements that are asked again and again: PostgreSQL parses each
 * once for each connection, and may keep its plan. A pooler lends a connection for one transaction only, so there the
 * time limit (`limit`, milliseconds) is set in each transaction: a setting of the connection would reach other users.
 */
export class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  #prepares: boolean
  #keepsPlans: boolean
  #isSpoilt = false
  readonly #limit: number | null
  readonly #silence: number | null
  readonly #released: () => void
  /** Number of questions asked and not answered yet. */
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

  // Kysely can also ask with a cursor, which nothing here configures.
  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query(): never
  query(text = '', values: readonly unknown[] = []): Promise<unknown> {
    // Read the cause before this statement has a span of its own: work ordered in the transaction belongs to the
    // caller's span, not to that of `begin`.
    const begun = BEGINS.test(text) ? this.#begun(text) : null
    return this.#withinSilence(
      traceStatement(text, () => (begun === null ? this.#ask(text, values) : this.#client.query(begun))),
    )
  }

  /**
   * Measures silence only while a question is open: between two statements of a change a file store or a scanner may
   * take its time, and the database has nothing to say.
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
      if (kept !== null) return await (text.startsWith(PREPARED) ? this.#client.query(kept) : this.#askByOnePlan(kept))
      const name = this.#prepares ? nameOf(text, written) : null
      if (name !== null) return await this.#client.query({ name, text, values: written })
    } catch (error) {
      if (!isOutdated(error)) throw error
      // Nothing was read yet, so ask again without preparing, and close the connection afterwards with all it had
      // prepared.
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
      // Other statements on this connection are planned as before. A connection that is gone has nothing to reset.
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
      // A connection that is gone has nothing to roll back.
      await this.#client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  /** Begins a transaction together with the settings that hold only in it, in one question. */
  #begun(text: string): string {
    const limit = this.#limit === null ? [] : [`set local statement_timeout = ${this.#limit}`]
    const cause = writtenCause()
    return [text, ...limit, ...(cause === null ? [] : [`set local volante.cause = '${cause}'`])].join('; ')
  }

  /** Whether a transaction is open. A refused statement would spoil it, so no statement that may be asked twice is tried in it. */
  #isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }
}

/**
 * Whether PostgreSQL refuses a prepared statement because its table has got other columns since (a migration while the
 * site runs), or because another connection prepared it, or did not (a pooler in between).
 */
function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isReplanned = error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  return isReplanned || error.code === '26000' || error.code === '42P05'
}

/** Most prepared statements in each connection: each takes memory there. */
const MAX_STATEMENTS = 300
/** Most values of a prepared statement: a list is another statement at each length, so long ones are not prepared. */
const MAX_VALUES = 12

const names = new Map<string, string>()
const askedOnce = new Set<string>()

/** Answers the name of a reading statement that was asked before; `null` for one that is not prepared. */
function nameOf(text: string, values: readonly unknown[]): string | null {
  const known = names.get(text)
  // One plan does not suit lists of every length.
  if (known !== undefined) return values.some(Array.isArray) ? null : known
  if (names.size >= MAX_STATEMENTS || values.length > MAX_VALUES || !/^\s*(select|with)\b/i.test(text)) return null
  if (askedOnce.delete(text)) names.set(text, namedBy(text))
  else if (askedOnce.size < 10 * MAX_STATEMENTS) askedOnce.add(text)
  return null
}

function namedBy(text: string): string {
  return `volante-${sha256(text).slice(0, 20)}`
}

/** Most statements that heavy pages keep; they are larger. */
const MAX_HEAVY_STATEMENTS = 100

/** Names are kept apart for each operator: a word inside a statement may be one that somebody there typed. */
const namesOfKept = ofOperator(() => new Map<string, string>())

/**
 * Prepares a statement that begins with `PREPARED`, under a name; `null` for any other, and for long lists, since one plan
 * does not suit lists of every length.
 */
function keptStatement(text: string, values: readonly unknown[]): QueryConfig | null {
  if (!text.startsWith(PREPARED) && !text.startsWith(PREPARED_GENERIC_PLAN)) return null
  const query = withWords(text, values)
  if (query.values.some((value) => Array.isArray(value) && value.length > MAX_VALUES)) return null
  const kept = namesOfKept.value
  const known = kept.get(query.text)
  if (known === undefined && kept.size >= MAX_HEAVY_STATEMENTS) return null
  const name = known ?? namedBy(query.text)
  if (known === undefined) kept.set(query.text, name)
  return { name, ...query }
}

/** A word such as a state or a kind: no value that differs on each page. */
const WORD = /^[a-z-]+$/

/**
 * Writes such words, and lists of them, into the statement itself: a plan for all values then knows how many rows are
 * in a state, and which partial index fits.
 */
function withWords(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const left: unknown[] = []
  // Inside an array literal `null` would mean no value instead of the word.
  const isWord = (value: unknown) => typeof value === 'string' && WORD.test(value) && value !== 'null'
  const written = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (isWord(value) || typeof value === 'boolean') return `'${String(value)}'`
    if (Array.isArray(value) && value.length > 0 && value.every(isWord)) return `'{${value.join(',')}}'`
    return `$${left.push(value)}`
  })
  return { text: written, values: left }
}

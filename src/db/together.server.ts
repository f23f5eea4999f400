import { type Expression, type Kysely, sql } from 'kysely'
import { firstOf } from '#domain/certain.ts'
import { PREPARED, PREPARED_GENERIC_PLAN } from './connection.server.ts'
import type { DB } from './types.ts'

/**
 * A question with one row as its answer, and the function that reads the row. The row travels as JSON: days and moments
 * are text, and no number is larger than JavaScript allows.
 */
export type RowQuestion<Row, Value> = { ask: (on: Kysely<DB>) => Expression<unknown>; read: (row: Row) => Value }

/** Makes a question whose answer is a short list: its rows, in their order, travel as one row. */
export function listQuestion<Row, Value>(
  ask: (on: Kysely<DB>) => Expression<unknown>,
  read: (rows: Row[]) => Value,
): RowQuestion<{ rows: Row[] }, Value> {
  return {
    ask: (on) => sql`(select coalesce(json_agg(one), '[]') as rows from ${ask(on)} one)`,
    read: ({ rows }) => read(rows),
  }
}

type Answers<Asked> = { [Name in keyof Asked]: Asked[Name] extends RowQuestion<never, infer Value> ? Value : never }

type Questions = Record<string, RowQuestion<never, unknown>>

/** Asks several short questions as one statement: each by itself costs both processes more than its answer does. */
export function askTogether<const Asked extends Questions>(questions: Asked, on: Kysely<DB>): Promise<Answers<Asked>> {
  return askAs(PREPARED, questions, on)
}

/**
 * Asks questions that pages ask all the time, as `askTogether` does, where one plan for all values was measured to be
 * as good as a plan for each.
 */
export function askByOnePlan<const Asked extends Questions>(questions: Asked, on: Kysely<DB>): Promise<Answers<Asked>> {
  return askAs(PREPARED_GENERIC_PLAN, questions, on)
}

async function askAs<Asked extends Questions>(
  manner: string,
  questions: Asked,
  on: Kysely<DB>,
): Promise<Answers<Asked>> {
  const all = Object.entries(questions)
  const { rows } = await sql<{ answers: unknown[] }>`${sql.raw(manner)} json_build_array(${sql.join(
    all.map(([, { ask }]) => sql`(select to_json(one) from ${ask(on)} one)`),
  )}) as answers`.execute(on)
  const { answers } = firstOf(rows)
  return Object.fromEntries(all.map(([name, { read }], at) => [name, read(answers[at] as never)])) as Answers<Asked>
}

/** Makes one question of a question about each of several keys; its answer is a value for each key. */
export function questionForEach<Key, Row, Value>(
  keys: readonly Key[],
  of: (key: Key) => RowQuestion<Row, Value>,
): RowQuestion<{ answers: Row[] }, ReadonlyMap<Key, Value>> {
  const questions = keys.map(of)
  return {
    ask: (on) =>
      sql`(select json_build_array(${sql.join(
        questions.map(({ ask }) => sql`(select to_json(one) from ${ask(on)} one)`),
      )}) as answers)`,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- there are as many questions and answers as keys
    read: ({ answers }) => new Map(keys.map((key, at) => [key, questions[at]!.read(answers[at]!)])),
  }
}

/** Asks a single question. */
export async function askAlone<Row, Value>(question: RowQuestion<Row, Value>, on: Kysely<DB>): Promise<Value> {
  const { answer } = await askTogether({ answer: question }, on)
  return answer
}

/** Asks for the rows of a statement that takes longer to plan than to run, and lets the connection keep its plan. */
export async function askKept<Row>(query: Expression<Row>, on: Kysely<DB>): Promise<Row[]> {
  const { rows } = await sql<Row>`${sql.raw(PREPARED)} one.* from ${query} one`.execute(on)
  return rows
}

/** Things that wait for somebody: how many, since when, and which one if there is only one. */
export type Waiting = { count: number; since: string | null; only: string | null }

/** Rewrites the moment of what waits as every other moment is written. */
export function waitingOf({ count, since, only }: Waiting): Waiting {
  return { count, since: momentOf(since), only: count === 1 ? only : null }
}

/** Rewrites a moment from the database's JSON as any other moment's text. */
export function momentOf<Moment extends string | null>(moment: Moment): Moment {
  return (moment === null ? null : Temporal.Instant.from(moment).toString()) as Moment
}

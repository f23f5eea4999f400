import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { type CollectedMoney, listCollectedMoney } from '#features/connections/collected/queries.server.ts'
import { listNamedRows } from '#features/imports/rows/queries.server.ts'
import { sha256 } from '#platform/hash.ts'
import { COMPARED, type ComparedPart, type ComparedWeek, type Difference } from './schema.ts'

/** Weeks for which Bolt reported all orders, at most `limit`, the newest first, each compared with its file. */
export async function listComparedWeeks(limit: number, on: Kysely<DB> = db): Promise<ComparedWeek[]> {
  const marked = await on
    .selectFrom('platform_weeks')
    .select('week')
    .where('provider', '=', 'bolt')
    .where('is_whole', '=', true)
    .orderBy('week', 'desc')
    .limit(limit)
    .execute()
  return compare(
    marked.map(({ week }) => week as Week),
    on,
  )
}

/** One week compared with its file. Refuses `record.not-found` where Bolt reported no order of it. */
export async function getComparedWeek(week: Week, on: Kysely<DB> = db): Promise<ComparedWeek> {
  const [found] = await compare([week], on)
  if (!found || found.drivers === 0) throw new Refusal('record.not-found')
  return found
}

/** The weeks among the last `limit` that differ and have no answer. */
export async function listDifferingWeeks(limit: number, on: Kysely<DB> = db): Promise<Week[]> {
  return (await listComparedWeeks(limit, on)).filter(({ state }) => state === 'differs').map(({ week }) => week)
}

async function compare(weeks: readonly Week[], on: Kysely<DB>): Promise<ComparedWeek[]> {
  if (weeks.length === 0) return []
  const [whole, collected, rows, answers] = await Promise.all([
    on
      .selectFrom('platform_weeks')
      .select('week')
      .where('provider', '=', 'bolt')
      .where('is_whole', '=', true)
      .where('week', '=', sql<string>`any(${weeks}::date[])`)
      .execute(),
    listCollectedMoney('bolt', weeks, on),
    listNamedRows({ weeks, of: 'work' }, on),
    on
      .selectFrom('order_answers')
      .leftJoin('users', 'users.uid', 'answered_by')
      .select(['week', 'differs', 'reason', 'answered_at', personName().as('by')])
      .where('provider', '=', 'bolt')
      .where('week', '=', sql<string>`any(${weeks}::date[])`)
      .execute(),
  ])
  const earnings = rows.filter(({ source, kind }) => source === 'bolt' && kind === 'earning')
  return weeks.map((week) => {
    const orders = collected.filter((money) => money.week === week)
    const file = earnings.filter((row) => row.week === week)
    const differences = differencesOf(orders, file)
    const answer = answers.find(
      (candidate) => candidate.week === week && candidate.differs === fingerprintOf(differences),
    )
    const isWhole = whole.some((wholeWeek) => wholeWeek.week === week)
    return {
      week,
      state: isWhole ? (file.length === 0 ? 'no-file' : stateOf(differences, answer !== undefined)) : 'partial',
      trips: orders.reduce((soFar, { trips }) => soFar + trips, 0),
      drivers: orders.length,
      differences: isWhole && file.length > 0 ? differences : [],
      answer: answer ? { at: answer.answered_at.toString(), by: answer.by, reason: answer.reason } : null,
    }
  })
}

function stateOf(differences: readonly Difference[], isAnswered: boolean): ComparedWeek['state'] {
  if (differences.length === 0) return 'equal'
  return isAnswered ? 'answered' : 'differs'
}

/** A fingerprint of the differences, so that an answer holds for these alone. */
export function fingerprintOf(differences: readonly Difference[]): string {
  return sha256(JSON.stringify(differences.map(({ driver, part, file, orders }) => [driver, part, file, orders])))
}

type FileRow = Awaited<ReturnType<typeof listNamedRows>>[number]

/** Differences by driver and figure, ordered by name; a driver who is on one side only has zeros on the other. */
function differencesOf(collected: readonly CollectedMoney[], file: readonly FileRow[]): Difference[] {
  const sums = new Map<string, { driver: string; file: Sums; orders: Sums }>()
  const idOf = (row: FileRow) => {
    const named = (kind: string) => row.keys.find((key) => key.kind === kind)?.value
    const byEmail = collected.find(({ email }) => email !== null && email === named('email'))
    return named('driver') ?? byEmail?.driver ?? named('email') ?? row.id
  }
  const of = (id: string, driver: string) => {
    const known = sums.get(id) ?? { driver, file: zeroSums(), orders: zeroSums() }
    sums.set(id, known)
    return known
  }
  for (const collectedMoney of collected) {
    const { orders } = of(collectedMoney.driver, collectedMoney.name ?? collectedMoney.driver)
    for (const part of COMPARED) orders[part] += collectedMoney.sums[part]
  }
  for (const row of file) {
    const id = idOf(row)
    const sumsOfDriver = of(id, collected.find(({ driver }) => driver === id)?.name ?? id)
    for (const part of COMPARED) {
      const measure = row.measures[part]
      // An older file has no such column: where it says nothing, nothing differs.
      sumsOfDriver.file[part] += measure ?? sumsOfDriver.orders[part]
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => a.driver.localeCompare(b.driver, 'pt'))
    .flatMap(({ driver, file: inFile, orders }) =>
      COMPARED.filter((part) => inFile[part] !== orders[part]).map((part) => ({
        driver,
        part,
        file: cents(inFile[part]),
        orders: cents(orders[part]),
      })),
    )
}

type Sums = Record<ComparedPart, number>
const zeroSums = (): Sums => ({ tips: 0, tolls: 0, booking: 0, cancellation: 0, commission: 0 })

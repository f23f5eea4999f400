import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { directoryKey } from '#domain/matching.ts'
import { type NewDriver, type NewVehicle, type Unknown, proposeDrivers, proposeVehicles } from '#domain/newcomers.ts'
import { type Cents, sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { Evidence } from '#features/evidence/schema.ts'
import { evidence } from '#features/evidence/queries.server.ts'
import { listUnmatchedRows, readDirectory } from '#features/imports/queries.server.ts'
import { askUnmatched } from '#features/unmatched/queries.server.ts'

/** A name of a file with what its rows come to, and one of them to open. */
export type Known = Unknown & { week: Week; count: number; total: Cents; line: Evidence }

export type Newcomers = {
  drivers: readonly (Omit<NewDriver, 'parts'> & { parts: readonly (readonly Known[])[] })[]
  vehicles: readonly (Omit<NewVehicle, 'parts'> & { parts: readonly Known[] })[]
}

/** As many rows as make a list that a person still looks through. */
const MOST_ROWS = 5_000

/** Drivers and cars that files of the weeks from one on know and the fleet does not; who looks like somebody here is left out. */
export async function proposeNewcomers(from: Week, on: Kysely<DB> = db): Promise<Newcomers> {
  const [unmatched, directory] = await Promise.all([listUnmatchedRows(from, MOST_ROWS, on), readDirectory(on)])
  const questions = await askUnmatched({ week: from, unmatched, statements: [] }, directory, on)
  const suggested = new Set(questions.filter(({ suggestion }) => suggestion !== null).map(({ id }) => id))

  const names = Map.groupBy(unmatched, ({ row, attribution: { key } }) => directoryKey(row.source, key))
  const known = new Map<string, Known & { isDriver: boolean }>()
  for (const rows of names.values()) {
    const { row, attribution } = rows.find(({ row: { amount } }) => amount !== 0) ?? rows[0]!
    if (attribution.reason === 'no-driver-at-that-time') continue
    if (rows.some((one) => suggested.has(`row-${one.row.id}`))) continue
    const { key } = attribution
    known.set(row.id, {
      row: row.id,
      source: row.source,
      keys: [key, ...row.keys.filter(({ kind, value }) => kind !== key.kind || value !== key.value)],
      label: row.label,
      week: rows.map((one) => one.row.week).toSorted()[0]!,
      count: rows.length,
      total: sum(rows.map((one) => one.row.amount)),
      line: evidence(row),
      isDriver: attribution.reason === 'unknown-driver',
    })
  }
  const whole = ({ row }: Unknown): Known => known.get(row)!
  const asked = [...known.values()]
  return {
    drivers: proposeDrivers(asked.filter(({ isDriver }) => isDriver)).map((driver) => ({
      ...driver,
      parts: driver.parts.map((part) => part.map(whole)),
    })),
    vehicles: proposeVehicles(asked.filter(({ isDriver }) => !isDriver)).map((vehicle) => ({
      ...vehicle,
      parts: vehicle.parts.map(whole),
    })),
  }
}

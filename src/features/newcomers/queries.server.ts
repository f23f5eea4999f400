import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { SourceKey } from '#domain/import.ts'
import { directoryKey } from '#domain/matching.ts'
import {
  type HeldBecause,
  type Holder,
  type NewDriver,
  type NewVehicle,
  type Unknown,
  proposeDrivers,
  proposeHolder,
  proposeVehicles,
} from '#domain/newcomers.ts'
import { type Cents, sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { Evidence } from '#features/evidence/schema.ts'
import { evidence } from '#features/evidence/queries.server.ts'
import { listUnmatchedRows, readDirectory } from '#features/imports/queries.server.ts'
import type { UnmatchedRow } from '#features/settlements/queries.server.ts'
import { askUnmatched } from '#features/unmatched/queries.server.ts'

/** A name of a file with what its rows come to, and one of them to open. `isIdle`: no cent, no trip and no hour. */
export type Known = Unknown & { week: Week; count: number; total: Cents; line: Evidence; isIdle: boolean }

export type Newcomers = {
  drivers: readonly (Omit<NewDriver, 'parts'> & { parts: readonly (readonly Known[])[] })[]
  /** `holder`: who the files say has it, as the form sends it: `new:ID` of this list, `driver:ID` of the fleet. */
  vehicles: readonly (Omit<NewVehicle, 'parts'> & {
    parts: readonly Known[]
    holder: { id: string; because: HeldBecause } | null
  })[]
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
      keys: [key, ...otherKeys(rows, key)],
      label: row.label,
      week: rows.map((one) => one.row.week).toSorted()[0]!,
      count: rows.length,
      total: sum(rows.map((one) => one.row.amount)),
      line: evidence(row),
      isIdle: rows.every(
        (one) => one.row.amount === 0 && Object.values(one.row.measures).every((value) => value === 0),
      ),
      isDriver: attribution.reason === 'unknown-driver',
    })
  }
  const whole = ({ row }: Unknown): Known => known.get(row)!
  const asked = [...known.values()]
  const drivers = proposeDrivers(asked.filter(({ isDriver }) => isDriver))
  const fleet = await on
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('status', '!=', 'inactive')
    .where('is_gone', '=', false)
    .execute()
  const people: Holder[] = [
    ...drivers.map(({ id, name, parts }) => ({
      id: `new:${id}`,
      names: [name, ...parts.flat().map(({ label }) => label)],
    })),
    ...fleet.map(({ id, name }) => ({ id: `driver:${id}`, names: [name] })),
  ]
  return {
    drivers: drivers.map((driver) => ({ ...driver, parts: driver.parts.map((part) => part.map(whole)) })),
    vehicles: proposeVehicles(asked.filter(({ isDriver }) => !isDriver)).map((vehicle) => ({
      ...vehicle,
      parts: vehicle.parts.map(whole),
      holder: proposeHolder(vehicle, people),
    })),
  }
}

/** What else the rows of one name carry: other identifiers, e-mail and phone, plate, tag and card; each once. */
function otherKeys(rows: readonly UnmatchedRow[], asked: SourceKey): SourceKey[] {
  const all = rows.flatMap(({ row }) => row.keys)
  const isSame = (one: SourceKey, other: SourceKey) => one.kind === other.kind && one.value === other.value
  return all.filter((key, at) => !isSame(key, asked) && all.findIndex((other) => isSame(key, other)) === at)
}

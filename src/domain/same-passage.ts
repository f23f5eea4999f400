import type { Cents } from './money.ts'

/**
 * A toll passage of a row that counts: `importId` is the file it came in, `amount` in cents as the row has it. Two
 * exports of Via Verde may name one exit point differently; then their keys differ, and both rows count.
 */
export type PassageRow = {
  id: string
  importId: number
  plate: string
  at: Temporal.Instant
  amount: Cents
}

/** Two rows that may be one passage; `kept` came first. */
export type PossibleTwin<Row extends PassageRow> = { kept: Row; other: Row }

/**
 * Pairs rows of the same plate, minute and value that came in different files (`rulings.md` D).
 * Two such rows in one file are two passages: the road itself lists both. Each row is in one pair at most.
 */
export function findPossibleTwins<Row extends PassageRow>(rows: readonly Row[]): PossibleTwin<Row>[] {
  // A car whose passages all came in one file, as for nearly every car, has no twins.
  const fileOf = new Map<string, number | null>()
  for (const { plate, importId } of rows) {
    if (fileOf.get(plate) !== importId) fileOf.set(plate, fileOf.has(plate) ? null : importId)
  }
  const groups = Map.groupBy(
    rows.filter(({ plate }) => fileOf.get(plate) === null),
    ({ plate, at, amount }) => `${plate} ${Math.floor(at.epochMilliseconds / 60_000)} ${amount}`,
  )
  return [...groups.values()].flatMap((group) => {
    const files = [...Map.groupBy(group, ({ importId }) => importId)].toSorted(([a], [b]) => a - b)
    const [first, ...later] = files.map(([, own]) => own.toSorted(byId))
    if (!first) return []
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    return later.flatMap((own) => own.slice(0, first.length).map((other, index) => ({ kept: first[index]!, other })))
  })
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : 1)
}

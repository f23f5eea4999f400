import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import type { Evidence } from './schema.ts'

/** Maximum number of rows shown as evidence of one question; more of them add nothing. */
export const MAX_EVIDENCE = 5

/** The parts of a row by which a person recognises it. */
export function evidence(row: LiveRow): Evidence {
  return {
    id: row.id,
    importId: row.importId,
    source: row.source,
    file: row.file.split('/').at(-1) ?? row.file,
    line: row.line,
    week: row.week,
    at: row.at?.toString() ?? null,
    place: placeOf(row.facts),
    label: row.label,
    amount: row.amount,
  }
}

/**
 * The place in the provider's own words: "Porto Salvo A5 → Carcavelos A5"; for a list that the operator set up, its
 * source first.
 */
export function placeOf(facts: Readonly<Record<string, string>>): string | null {
  const { source, place, entry, station, product, description } = facts
  if (source) return [source, place, product ?? description].filter(Boolean).join(', ')
  if (place) return entry && entry !== place ? `${entry} → ${place}` : place
  if (station) return product ? `${station}, ${product}` : station
  return product ?? null
}

import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Finding, INVARIANTS, type Offender } from './schema.ts'

/** The most offenders that are named; the others are only counted. */
const MAX_NAMED = 5

/** Checks every invariant, one after the other, so that people at work do not have to wait. */
export async function examineBooks(on: Kysely<DB> = db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [number, check] of Object.entries(INVARIANTS)) {
    const { rows } = await sql<Offender & { broken: number }>`
      select offender, found, wanted, count(*) over ()::int as broken
      from ${sql.table(viewOf(number, check))} order by offender limit ${MAX_NAMED}`.execute(on)
    const offenders = rows.map(({ offender, found, wanted }) => ({ offender, found, wanted }))
    findings.push({ number: Number(number), check, broken: rows[0]?.broken ?? 0, offenders })
  }
  return findings
}

function viewOf(number: string, check: string): string {
  return `invariant_${number.padStart(2, '0')}_${check.replaceAll('-', '_')}`
}

/**
 * Whether the site works with the role that owns the tables: then only triggers guard the books, and not the rights.
 */
export async function ownsTables(on: Kysely<DB> = db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`select has_table_privilege('entries', 'update') as owns`.execute(on)
  return firstOf(rows).owns
}

import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Finding, INVARIANTS, type Offender } from './schema.ts'

/** Offenders that are named; of the rest only the count is told. */
const NAMED = 5

/** Asks every invariant in turn; one after the other, so that people at work wait for none of it. */
export async function examineBooks(on: Kysely<DB> = db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [number, check] of Object.entries(INVARIANTS)) {
    const { rows } = await sql<Offender & { broken: number }>`
      select offender, found, wanted, count(*) over ()::int as broken
      from ${sql.table(viewOf(number, check))} order by offender limit ${NAMED}`.execute(on)
    const offenders = rows.map(({ offender, found, wanted }) => ({ offender, found, wanted }))
    findings.push({ number: Number(number), check, broken: rows[0]?.broken ?? 0, offenders })
  }
  return findings
}

function viewOf(number: string, check: string): string {
  return `invariant_${number.padStart(2, '0')}_${check.replaceAll('-', '_')}`
}

/** Whether the site works under the role that owns the tables: the triggers guard the books then, the rights don't. */
export async function ownsTables(on: Kysely<DB> = db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`select has_table_privilege('entries', 'update') as owns`.execute(on)
  return firstOf(rows).owns
}

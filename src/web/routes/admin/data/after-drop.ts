import { type Week, newestEnded, weekName } from '#domain/week.ts'
import type { DropResult } from '#features/imports/drops/commands.server.ts'
import { withImport } from '#web/parts/import-note.tsx'

/**
 * The page after a drop: the newest of its weeks that has ended, or `onwards` from it (`firstWeekPage`); the files if
 * the drop belongs to no week.
 */
export async function afterDrop(
  { weeks, ...brought }: DropResult,
  drop: string,
  { now, onwards }: { now: Temporal.Instant; onwards: (week: Week) => Promise<string | null> },
): Promise<string> {
  const week = newestEnded(weeks, now) ?? weeks.toSorted().at(-1)
  const page = week ? ((await onwards(week)) ?? `/admin/weekly/${weekName(week)}`) : '/admin/data'
  return withImport(page, { ...brought, drop })
}

import { weekName } from '#domain/week.ts'
import type { Brought } from '#features/imports/drops/commands.server.ts'
import { withImport } from '#web/parts/import-note.tsx'

/** Where to go on to after a drop: back to the week when all is about one, or `onwards` from it; else to the files. */
export function afterDrop({ weeks, ...brought }: Brought, drop: string, onwards: string | null = null): string {
  const [week] = weeks
  const page = weeks.length === 1 && week ? (onwards ?? `/admin/weekly/${weekName(week)}`) : '/admin/data'
  return withImport(page, { ...brought, drop })
}

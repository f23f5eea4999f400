import { type Week, weekName } from '#domain/week.ts'

/** The page of an imported file that shows this line: the query selects the page, the fragment the line. */
export function lineLink({ importId, line }: { importId: number; line: number }): string {
  return `/admin/data/imports/${importId}?line=${line}#line-${line}`
}

/** The page on which the office says that an imported row does not count, or takes that back. `back`: the page to return to. */
export function rowLink({ id, week }: { id: string; week: Week }, back: string): string {
  return `/admin/weekly/${weekName(week)}/rows/${id}?back=${encodeURIComponent(back)}`
}

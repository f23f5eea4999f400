import { type Week, weekName } from '#domain/week.ts'

/** The page of an imported file that has a line, at that line: the query finds the page, the fragment the line. */
export function lineLink({ importId, line }: { importId: number; line: number }): string {
  return `/admin/data/imports/${importId}?line=${line}#line-${line}`
}

/** The page on which the office says of an imported row that it does not count, or takes it back; `back` is where to go on. */
export function rowLink({ id, week }: { id: string; week: Week }, back: string): string {
  return `/admin/weekly/${weekName(week)}/rows/${id}?back=${encodeURIComponent(back)}`
}

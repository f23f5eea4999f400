/** The page of an imported file that has a line, at that line: the query finds the page, the fragment the line. */
export function lineLink({ importId, line }: { importId: number; line: number }): string {
  return `/admin/data/imports/${importId}?line=${line}#line-${line}`
}

/**
 * One spelling of a path, for rules that go by paths: screens are found by `/ADMIN`, `/%61dmin` and `/admin/` too. A rule
 * that keeps somebody out belongs to the screen, not to a path. A slash that is escaped separates nothing.
 */
export function plainPath(path: string): string {
  return path
    .replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}

/**
 * One spelling of a path, for rules about paths: the router also finds screens by `/ADMIN`, `/%61dmin` and `/admin/`. A
 * rule that keeps somebody out belongs to the screen, not to a path. An escaped slash does not separate parts.
 */
export function plainPath(path: string): string {
  return path
    .replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}

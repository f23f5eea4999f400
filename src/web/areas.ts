import { withoutLanguage } from '#messages/language.ts'
import { plainPath } from './plain-path.ts'

type Routes = Readonly<Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>>

/**
 * Tells which area of the site an address is in, for counting: its first two parts where the table of routes has them as they are (`admin/weekly`, `login`),
 * in no language and without an id; `other` for what the site doesn't have.
 */
export function areasOf(routes: Routes): (path: string) => string {
  const known = new Set(Object.keys(routes).map((id) => startOf(routes, id)))
  return (path) => {
    if (path.startsWith('/assets/')) return 'assets'
    const [first = '', second] = withoutLanguage(plainPath(path.split('?', 1)[0] ?? ''))
      .split('/')
      .filter(Boolean)
    if (first === '') return 'home'
    const both = `${first}/${second}`
    return known.has(both) ? both : known.has(first) ? first : 'other'
  }
}

function startOf(routes: Routes, id: string): string {
  const parts = []
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
    parts.unshift(...(at.path ?? '').split('/').filter(Boolean))
  return parts
    .slice(0, 2)
    .filter((part) => !/[:*]/.test(part))
    .join('/')
}

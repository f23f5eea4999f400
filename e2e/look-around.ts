import { placeAt } from '../src/web/places.ts'
import type { Office } from './office.ts'

/**
 * The pages and files that somebody finds by following links: whole pages by their address, and one file of each kind
 * by its kind; links that led nowhere, with their status.
 */
export type FoundPlaces = { pages: Map<string, string>; files: Map<string, string>; broken: string[] }

/** An address without the part that names one record. */
export const kindOf = (path: string) => path.replaceAll(/[0-9a-f-]{36}|\d{4}-W\d\d|\b\d+\b/g, '*').replace(/\?.*/, '')

const isFile = (path: string) => placeAt(path.replace(/\?.*/, ''))?.kind === 'file'

const CAR_DAY = /^\/admin\/monitor\/[0-9a-f-]{36}$/
const yesterday = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ days: 1 }).toString()

/** The number of pages that are asked for at once: one after the other, the site would wait for the test. */
const AT_ONCE = 6

/** Does something with each item, some at a time; answers come in their order. */
export async function ofEach<Item, Answer>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const waiting = [...items].entries()
  const answers: Answer[] = []
  const takes = async () => {
    for (const [at, item] of waiting) answers[at] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takes))
  return answers
}

/**
 * Follows somebody's links from these pages on, within their own area (`/admin`, `/dashboard`), to at most `most` pages
 * of each kind.
 */
export async function lookAround({ get }: Office, from: readonly string[], most: number): Promise<FoundPlaces> {
  const [, area = ''] = /^(\/\w+)/.exec(from[0] ?? '') ?? []
  const links = new RegExp(`href="(${area}[^"#]*)"`, 'g')
  const pages: FoundPlaces['pages'] = new Map()
  const files: FoundPlaces['files'] = new Map()
  const broken: string[] = []
  const waiting = [...from]
  const kinds = new Map<string, number>()
  const seen = new Set(waiting)
  while (waiting.length > 0) {
    const next = waiting.splice(0, AT_ONCE).filter((path) => {
      const kind = kindOf(path)
      if (isFile(path) && !files.has(kind)) files.set(kind, path)
      const count = kinds.get(kind) ?? 0
      if (count >= most || isFile(path)) return false
      kinds.set(kind, count + 1)
      return true
    })
    const found = await ofEach(next, async (path) => {
      const answer = await get(path)
      if (answer.status >= 400) broken.push(`${path}: ${answer.status}`)
      // Some addresses redirect: the cars' week leads to the current one.
      const onwards = answer.status === 303 || answer.status === 302 ? answer.headers.get('location') : null
      const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html')
      // For the office, the table of places says which address is a file; for a driver, the answer says so.
      if (area !== '/admin' && answer.status === 200 && !isPage && !files.has(kindOf(path)))
        files.set(kindOf(path), path)
      return { path, onwards, page: isPage ? await answer.text() : null }
    })
    for (const { path, onwards, page } of found) {
      if (onwards?.startsWith(area) && !seen.has(onwards)) waiting.push(onwards)
      if (page === null) continue
      pages.set(path, page)
      for (const [, href] of page.matchAll(links)) {
        const linked = href!.replaceAll('&amp;', '&')
        // At night no car has been driven yet, and the day has no file: ask for yesterday's.
        const to = CAR_DAY.test(linked) ? `${linked}?day=${yesterday}` : linked
        if (!seen.has(to)) waiting.push(to)
        seen.add(to)
      }
    }
  }
  return { pages, files, broken }
}

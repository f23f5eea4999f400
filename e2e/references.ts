/**
 * Broken references within a page: an id that is there twice, a label or description that leads to none. The content of
 * scripts and templates is no part of the page.
 */
export function brokenReferences(page: string): string[] {
  const html = page.replaceAll(/<(script|template)\b[^]*?<\/\1>/g, '')
  const ids = [...html.matchAll(/<[a-z][^>]*?\sid="([^"]*)"/g)].map(([, id]) => id!)
  const known = new Set(ids)
  const twins = ids.filter((id, at) => ids.indexOf(id) !== at)
  const leads = [...html.matchAll(/ (?:for|aria-describedby|aria-labelledby|aria-controls)="([^"]+)"/g)]
  const lost = leads.flatMap(([, to]) => to!.split(' ')).filter((id) => !known.has(id))
  return [...twins.map((id) => `#${id} twice`), ...lost.map((id) => `#${id} is not there`)]
}

/**
 * Problems with a window's title: there is one, which names the page before the product; parts of a drawing have their
 * own.
 */
export function untitled(page: string): string[] {
  const html = page.replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title!)
  return titles.length === 1 && /^\S.* - \S/.test(titles[0]!) ? [] : [`titles ${JSON.stringify(titles)}`]
}

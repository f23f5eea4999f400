import { keep, type Kept } from '#platform/kept.ts'

export const SITE_RULES = '/speculation-rules.json'
export const PANEL_RULES = '/speculation-rules-panel.json'

/** What does something, asks who is there or is nobody's page. */
const NEVER = ['/api/*', '/auth/*', '/login*', '/logout*', '/r/*', '/brand/*', '/social/*']

/** What a browser may fetch when a link is about to be followed: pages, nothing that does something and no files. */
export function speculationRules(): [string, Kept][] {
  return [
    // Whoever reads the site need not be somebody of the panel.
    [SITE_RULES, rules(['/*'], [...NEVER, '/admin*', '/dashboard*'])],
    [PANEL_RULES, rules(['/admin*', '/dashboard*'], [...NEVER, '/admin/mail/*/codes'])],
  ]
}

function rules(pages: readonly string[], left: readonly string[]): Kept {
  const both = (paths: readonly string[]) => paths.flatMap((path) => [path, `/en${path}`])
  const prefetch = {
    source: 'document',
    where: {
      and: [
        { href_matches: both(pages) },
        { not: { href_matches: both(left) } },
        { not: { selector_matches: '[rel~=external], [download], [data-file], [data-into]' } },
      ],
    },
    eagerness: 'moderate',
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ prefetch: [prefetch] }))
  return keep(bytes, { type: 'application/speculationrules+json', cacheControl: 'public, max-age=3600' })
}

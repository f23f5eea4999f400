import { cacheAnswer, type CachedAnswer } from '#platform/kept.ts'

export const SITE_RULES = '/speculation-rules.json'
export const PANEL_RULES = '/speculation-rules-panel.json'

/** Addresses that change something, depend on who is signed in, or are no page. */
const NEVER_FETCHED = ['/api/*', '/auth/*', '/login*', '/logout*', '/r/*', '/brand/*', '/social/*']

/** Speculation rules for browsers: which links they may fetch before a press. Pages only, nothing that changes something and no files. */
export function speculationRules(): [string, CachedAnswer][] {
  return [
    // Most readers of the public site have no account, so pages of the panel are not fetched there.
    [SITE_RULES, rules(['/*'], [...NEVER_FETCHED, '/admin*', '/dashboard*'])],
    [PANEL_RULES, rules(['/admin*', '/dashboard*'], [...NEVER_FETCHED, '/admin/mail/*/codes'])],
  ]
}

function rules(pages: readonly string[], leftOut: readonly string[]): CachedAnswer {
  const inBothLanguages = (paths: readonly string[]) => paths.flatMap((path) => [path, `/en${path}`])
  const prefetch = {
    source: 'document',
    where: {
      and: [
        { href_matches: inBothLanguages(pages) },
        { not: { href_matches: inBothLanguages(leftOut) } },
        { not: { selector_matches: '[rel~=external], [download], [data-file], [data-into], [data-cancel]' } },
      ],
    },
    eagerness: 'moderate',
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ prefetch: [prefetch] }))
  return cacheAnswer(bytes, { type: 'application/speculationrules+json', cacheControl: 'public, max-age=3600' })
}

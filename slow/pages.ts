import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { COLOUR_KEY } from '../src/web/shell/colour-mode.ts'
import { CHROMIUM, openBrowser, type Site } from '../e2e/site.ts'

export const WHO = ['visitor', 'driver', 'admin'] as const
export type Who = (typeof WHO)[number]

/** The pages of a demonstration as each of its readers finds them, by following links. */
export function pagesOf(site: Pick<Site, 'url' | 'data'>) {
  const signIns = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const cookies = new Map<Who, string>()

  /** One address of each kind that following links from the first page leads to. */
  async function pathsOf(who: Who, language: string): Promise<string[]> {
    const context = await contextOf(who)
    const first = { visitor: language || '/', driver: `${language}/dashboard`, admin: `${language}/admin` }[who]
    const area = {
      visitor: /^(\/en)?(\/(?!admin|dashboard|api)|$)/,
      driver: /^(\/en)?\/dashboard/,
      admin: /^(\/en)?\/admin/,
    }[who]
    const waiting = [first]
    const kinds = new Map<string, string>()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const kind = path.replaceAll(/[0-9a-f-]{36}|\d{4}-W\d{2}|\d{4}-\d{2}(?=\/|$)|(?<=\/)\d+(?=\/|$)/g, ':id')
      // An address with an extension is a file, and those of a large fleet take a while to make.
      if (kinds.has(kind) || /\.[a-z]+$/.test(path) || path.startsWith('/en') !== (language === '/en')) continue
      const answer = await context.request.get(path, { maxRedirects: 0 })
      if (answer.status() !== 200 || !answer.headers()['content-type']?.startsWith('text/html')) continue
      kinds.set(kind, path)
      for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="(\/[^"#?]*)/g))
        if (area.test(href!)) waiting.push(href!)
    }
    await context.close()
    return [...kinds.values()]
  }

  async function contextOf(
    who: Who,
    { dark = false, ...options }: BrowserContextOptions & { dark?: boolean } = {},
  ): Promise<BrowserContext> {
    const context = await (await openBrowser(CHROMIUM)).newContext({ baseURL: site.url, bypassCSP: true, ...options })
    if (dark) await context.addCookies([{ name: COLOUR_KEY, value: 'dark', url: site.url }])
    if (who === 'visitor') return context
    const token = cookies.get(who) ?? (await signIn(who))
    cookies.set(who, token)
    const [name, value] = token.split('=') as [string, string]
    await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true }])
    return context
  }

  async function signIn(who: Exclude<Who, 'visitor'>): Promise<string> {
    const answer = await fetch(`${site.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email: signIns[`${who}Email`]!, password: signIns[`${who}Password`]! }),
    })
    return answer.headers.get('set-cookie')!.split(';')[0]!
  }

  return { pathsOf, contextOf }
}

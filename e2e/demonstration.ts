import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { copyOf, settled } from './prepared.ts'
import { signedIn } from './signed-in.ts'
import { type Site, startSite } from './site.ts'

/** The page of the newest week whose statements are paid; the week after it has no files yet. */
export const settledWeek = () => `/admin/weekly/${settled()}`

/** Starts the site on a copy of the demonstration as it is after its first start. */
export function startDemonstration(settings: Record<string, string> = {}): Promise<Site> {
  return startSite(copyOf('demonstration'), settings)
}

/** The sign-in of the office person, or of the driver, whom the demonstration names. */
export function known(site: Site, who: 'admin' | 'driver'): { email: string; password: string } {
  const all: Record<string, string> = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8'))
  return { email: all[`${who}Email`]!, password: all[`${who}Password`]! }
}

/** A person of the demonstration with a browser that is signed in already. */
export function signedInAs(
  site: Site,
  who: 'admin' | 'driver',
  options?: BrowserContextOptions,
  session?: 'shared' | 'own',
) {
  return signedIn(site, known(site, who), options, session)
}

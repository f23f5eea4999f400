import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { copyOf, settled, sharedSite } from './prepared.ts'
import { signedIn } from './signed-in.ts'
import { type Site, startSite } from './site.ts'

/** The page of the newest week whose statements are paid; the week after it has no files yet. */
export const settledWeek = () => `/admin/weekly/${settled()}`

/** Starts the site on a copy of the demonstration as it is after its first start. */
export function startDemonstration(settings: Record<string, string> = {}): Promise<Site> {
  return startSite(copyOf('demonstration'), settings)
}

/**
 * The demonstration that several journeys use together, at the same time: a start, and the first time that a site draws
 * each of its pages, cost more than many a journey. For journeys that only read, or whose records no other journey looks
 * at. It ends with the run.
 */
export async function openDemonstration(): Promise<Site> {
  const mayNotEnd = () => Promise.reject(new Error('The site belongs to several journeys.'))
  return { ...(await sharedSite()), output: () => '', end: mayNotEnd, stop: mayNotEnd }
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

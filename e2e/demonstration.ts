import { inject } from 'vitest'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

/** Where the newest week stands whose statements are paid; the one after it has no files yet. */
export const settledWeek = () => `/admin/weekly/${inject('settledWeek')}`

/** Starts the site on a copy of the demonstration, as it is after its first start. */
export function startDemonstration(settings: Record<string, string> = {}): Promise<Site> {
  return startSite(copyOf('demonstration'), settings)
}

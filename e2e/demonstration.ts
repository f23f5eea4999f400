import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { previousWeek, weekAt, weekName } from '../src/domain/week.ts'
import { type Site, newDataDirectory, startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demonstration: string
    settledWeek: string
  }
}

/** Fills one demonstration for the whole run: each journey that wants one has a copy, in place of ten seconds of filling. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-demonstration-'))
  // Read once, as the demonstration reads it: a run that goes on past Sunday's midnight asks for the same week.
  const filledOn = Temporal.Now.instant()
  const site = await startSite(folder)
  await site.end()
  provide('demonstration', folder)
  provide('settledWeek', weekName(previousWeek(weekAt(filledOn), 2)))
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Where the newest week stands whose statements are paid; the one after it has no files yet. */
export const settledWeek = () => `/admin/weekly/${inject('settledWeek')}`

/** Starts the site on a copy of the demonstration, as it is after its first start. */
export function startDemonstration(settings: Record<string, string> = {}): Promise<Site> {
  const data = newDataDirectory()
  cpSync(inject('demonstration'), data, { recursive: true })
  return startSite(data, settings)
}

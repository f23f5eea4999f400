import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { previousWeek, weekAt, weekName } from '../src/domain/week.ts'
import { PUBLIC_SET, newDataDirectory, startSite, volante } from './site.ts'

/** What many journeys begin with: the demonstration, nothing at all, and the published company with its fleet. */
type Prepared = 'demonstration' | 'nothing' | 'publicFleet'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: string
    settledWeek: string
  }
}

/**
 * Makes each data directory once for the whole run, as the site and the command line make it; each journey that wants one
 * has a copy, in place of `initdb`, all migrations and the filling. What a first start does is for `start.e2e.ts`.
 */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-prepared-'))
  const place = (what: Prepared) => join(folder, what)
  volante(place('nothing'), 'migrate')
  forgetTheDisk(place('nothing'))
  for (const what of ['demonstration', 'publicFleet'] as const)
    cpSync(place('nothing'), place(what), { recursive: true })
  volante(place('publicFleet'), 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
  // Read once, as the demonstration reads it: a run that goes on past Sunday's midnight asks for the same week.
  const filledOn = Temporal.Now.instant()
  const site = await startSite(place('demonstration'))
  await site.end()
  provide('prepared', folder)
  provide('settledWeek', weekName(previousWeek(weekAt(filledOn), 2)))
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The machine does not fail during a run: nothing has to wait for the disk. What is killed loses nothing by it. */
function forgetTheDisk(data: string) {
  appendFileSync(join(data, 'db', 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
}

/** A data directory of one's own that has everything of a prepared one. */
export function copyOf(what: Prepared): string {
  const data = newDataDirectory()
  cpSync(join(inject('prepared'), what), data, { recursive: true })
  return data
}

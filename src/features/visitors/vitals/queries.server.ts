import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Device, p75, type Tally, type Vital, VITALS, verdictOf } from '#domain/vital.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import type { PageSpeed } from './schema.ts'

type Search = { from: Temporal.PlainDate; device: Device | null }

/** The speed of each page from a day on, by its address; on one kind of device, or on all. */
export async function listPageSpeeds({ from, device }: Search): Promise<PageSpeed[]> {
  let found = db
    .selectFrom('vitals')
    .select(['path', 'language', 'vital', 'step', sql<number>`sum(count)`.as('count')])
    .where('day', '>=', from.toString())
    .groupBy(['path', 'language', 'vital', 'step'])
  if (device !== null) found = found.where('device', '=', device)

  const pages = new Map<string, Map<string, Tally[]>>()
  for (const { path, language, vital, step, count } of await found.execute()) {
    const address = inLanguage(path, language as Language)
    const tallies = pages.getOrInsertComputed(address, () => new Map<string, Tally[]>())
    tallies.getOrInsertComputed(vital, () => []).push({ step, count })
  }
  return [...pages]
    .map(([path, tallies]) => ({ path, ...speedOf(tallies) }))
    .toSorted((a, b) => b.visits - a.visits || a.path.localeCompare(b.path))
}

function speedOf(tallies: ReadonlyMap<string, readonly Tally[]>): Omit<PageSpeed, 'path'> {
  const counted = (vital: Vital) => tallies.get(vital) ?? []
  const figure = (vital: Vital) => {
    const value = p75(counted(vital))
    return value === null ? null : { value, verdict: verdictOf(vital, value) }
  }
  const visits = VITALS.map((vital) => counted(vital).reduce((sum, { count }) => sum + count, 0))
  return {
    visits: Math.max(...visits),
    vitals: { lcp: figure('lcp'), inp: figure('inp'), cls: figure('cls'), ttfb: figure('ttfb') },
  }
}

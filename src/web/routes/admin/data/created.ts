import { readNumber } from '#domain/record-id.ts'
import type { Translator } from '#messages/catalogue.ts'

const DONE = 'created'

type Made = { drivers: number; vehicles: number }

/** A page with a note that so many drivers and cars were created with one press; answers alone are `remembered`. */
export function withCreated(path: string, { drivers, vehicles }: Made): string {
  if (drivers + vehicles === 0) return `${path}?done=remembered`
  return `${path}?${new URLSearchParams({ done: DONE, drivers: String(drivers), vehicles: String(vehicles) })}`
}

/** The words of that note, by its address; `null` without it. */
export function createdWords(query: URLSearchParams, t: Translator): string | null {
  if (query.get('done') !== DONE) return null
  const [drivers, vehicles] = ['drivers', 'vehicles'].map((name) => readNumber(query.get(name)))
  const words = [
    drivers ? t('page.newcomers.drivers', { count: drivers }) : null,
    vehicles ? t('page.newcomers.vehicles', { count: vehicles }) : null,
  ].filter((part) => part !== null)
  return words.length > 0 ? t('page.newcomers.created', { what: words.join(', ') }) : null
}

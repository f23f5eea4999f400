import { type Hours, USUAL_HOURS } from '#domain/shift.ts'

/** The hours in an address; by default those of a day. */
export function askedHours(url: URL): Hours {
  const time = (name: 'starts' | 'ends') => {
    const text = url.searchParams.get(name) ?? ''
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : USUAL_HOURS.day[name]
  }
  return { starts: time('starts'), ends: time('ends') }
}

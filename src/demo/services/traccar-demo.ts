import { ZONE } from '#domain/week.ts'
import { type Round, roundOf } from '#demo/tracks.ts'
import type { TraccarServer } from './traccar-service.ts'

/** Credentials that only the local imitation of the operator's tracking server accepts. */
export const DEMO_TRACCAR = { id: 'https://traccar.example.org', secret: 'so-para-a-demonstracao-do-traccar' }

/** A tracker that is built into a car, and the hours of that car. */
export const DEMO_TRACKER = { uniqueId: '350612074801234', name: 'Localizador debaixo do tablier' }
export const TRACKER_ROUND: Round = { begins: 7, ends: 16.5, seed: 5 }

/** Maximum hours of a round, counted from the midnight before it. */
const LONGEST_ROUND = 32

/** A server with one tracker, whose positions it only gives on request. */
export const DEMO_SERVER: TraccarServer = {
  host: new URL(DEMO_TRACCAR.id).host,
  token: DEMO_TRACCAR.secret,
  devices: [{ id: 17, ...DEMO_TRACKER }],
  positions: (_, from, to) => {
    const until = Math.min(to, Temporal.Now.instant().epochMilliseconds)
    const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate()
    const fixes = []
    const first = dayOf(from - LONGEST_ROUND * 3_600_000)
    for (let day = first; Temporal.PlainDate.compare(day, dayOf(until)) <= 0; day = day.add({ days: 1 }))
      fixes.push(...roundOf(day, TRACKER_ROUND, { from, to: until + 1 }))
    return fixes
  },
}

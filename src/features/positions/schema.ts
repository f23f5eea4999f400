import type { CarState, Flaw } from '#domain/position.ts'
import type { DeviceKind } from './devices/schema.ts'

/** Who looks: a signed-in person, the product itself, or the command line. `uid` is `null` for the last two. */
export type Looker = { uid: string | null; role: 'admin' | 'driver' | 'link' | 'system' | 'command-line' }

/** A look at positions: by whom, at which cars (`null`: at all that the reader may see), why, and when. */
export type Look = { by: Looker; cars: readonly string[] | null; reason: string; now: Temporal.Instant }

/** The name of a device, and how it sends. */
export type Source = { kind: DeviceKind; name: string }

/** Where a car was seen last. Speed in kilometres an hour, course in degrees from north; both moments as ISO. */
export type LastPosition = {
  vehicleId: string
  plate: string
  /** The driver who has the car now; `null` for nobody. */
  driver: { id: string; name: string } | null
  lat: number
  lon: number
  speed: number | null
  course: number | null
  accuracy: number | null
  fixAt: string
  receivedAt: string
  source: Source
  state: CarState
}

/** A fix of a day; `flaw` is why it is not drawn. Speed in kilometres an hour. */
export type DayPoint = {
  at: string
  receivedAt: string
  lat: number
  lon: number
  speed: number | null
  course: number | null
  accuracy: number | null
  flaw: Flaw | null
}

/** A trip of a day, with the driver who had the car when it began. Metres; moments as ISO. */
export type DayTrip = {
  from: string
  to: string
  metres: number
  driver: { id: string; name: string } | null
  path: readonly { lat: number; lon: number }[]
}

/** A time spent at one place. */
export type DayStop = { from: string; to: string; lat: number; lon: number }

/** The movements of a car on a day in Lisbon. */
export type CarDay = {
  vehicleId: string
  plate: string
  day: string
  points: DayPoint[]
  trips: DayTrip[]
  stops: DayStop[]
  /** When it entered and left one of its zones; `zone` is the name. */
  crossings: { at: string; goes: 'in' | 'out'; zone: string; lat: number; lon: number }[]
  metres: number
  /** Metres in a straight line between fixes more than an hour apart, which are in no trip. */
  unseen: number
}

/** A recorded look: who looked at what of a driver or a car, and why; `until` where the look lasted. */
export type LookNoted = {
  id: number
  at: string
  until: string
  by: string | null
  role: Looker['role']
  what: 'last' | 'day' | 'export' | 'kilometres' | 'moment' | 'watch'
  day: string | null
  reason: string
  plates: string[]
}

import { line, reason } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The reason for asking where a car was. */
export const askRecord = record({ reason: reason() }, (name) => `page.monitor.moment.fields.${name}`)

/** The reason for looking where cars are, where the operator requires one. */
export const lookRecord = record({ reason: line(200) }, (name) => `page.monitor.${name}`)

/** Where a car was at a moment: standing, from … to …; driving, between two fixes; or unknown, with the nearest fix, if any. */
export type FoundPlace = {
  is: 'standing' | 'driving' | 'unknown'
  from: string | null
  to: string | null
  lat: number | null
  lon: number | null
  /** How far it was from the centre of the given town, and whether it cannot have been there. */
  distance: { kilometres: number; isElsewhere: boolean } | null
}

import { line, reason } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Why somebody asks where a car was. */
export const askRecord = record({ reason: reason() }, (name) => `page.monitor.moment.fields.${name}`)

/** Why somebody looks at where cars are, where the operator wants that said. */
export const lookRecord = record({ reason: line(200) }, (name) => `page.monitor.${name}`)

/** Where a car was at a moment: standing from until; driving, between two fixes; or not known, with the fix that is nearest, if any. */
export type Found = {
  is: 'standing' | 'driving' | 'unknown'
  from: string | null
  to: string | null
  lat: number | null
  lon: number | null
  /** How far it was from the middle of the town that was named, and whether it cannot have been there. */
  distance: { kilometres: number; isElsewhere: boolean } | null
}

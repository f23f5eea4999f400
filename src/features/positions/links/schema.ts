import type { z } from 'zod'
import { choice, count, line, reference } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const LINK_KINDS = ['customer', 'tow', 'police'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** The most hours for which a link is valid, by its kind. */
export const MAX_HOURS: Readonly<Record<LinkKind, number>> = { customer: 24, tow: 24, police: 168 }

export const linkRecord = record(
  {
    vehicleId: reference('page.carLinks.noCar'),
    kind: choice(LINK_KINDS, (kind) => `page.carLinks.kinds.${kind}`),
    hours: count(1, MAX_HOURS.police, 'field.link-hours'),
    reason: line(200),
  },
  (name) => `page.carLinks.fields.${name}`,
)
export type LinkInput = z.output<typeof linkRecord.input>

/** A link as the office sees it. Moments as ISO. */
export type CarLink = {
  id: number
  vehicleId: string
  plate: string
  kind: LinkKind
  reason: string
  ends: string
  madeAt: string
  until: string
  by: string | null
  state: 'open' | 'ended' | 'past'
  looks: number
  lookedAt: string | null
}

/** What a link shows; for a car that may not be seen now, only that. Course in degrees from north. */
export type SharedCar = { plate: string; until: string } & (
  | { shown: 'private' }
  | { shown: 'nothing' }
  | { shown: 'place'; lat: number; lon: number; course: number | null; at: string }
)

import { z } from 'zod'
import type { Place } from '#domain/trip.ts'
import { RADIUS, SHAPES, type Shape, readPlace, writePlace } from '#domain/zone.ts'
import { choice, count, givenLines, inCase, openChoice, references, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The longest list of corners: a GeoJSON polygon with the most corners allowed, written with spaces. */
const LONGEST_CORNERS = 60_000

/** A place as a person types it or copies it from a map. */
function place() {
  return z
    .string('field.required')
    .transform((typed, ctx): Place => {
      const read = readPlace(typed)
      if (read !== null) return read
      ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.place' })
      return z.NEVER
    })
    .meta({
      field: {
        control: 'text',
        longest: 60,
        required: true,
        example: '38.7223, -9.1393',
        // The history shows it as it was typed.
        typed: (kept: Place | string) => (typeof kept === 'string' ? kept : writePlace(kept)),
      },
    })
}

export const COVERS = ['all', 'some'] as const

/** A zone: its shape, its cars, and whether the office is told when one leaves. */
export const zoneRecord = record(
  {
    name: text(80, { required: true }),
    shape: openChoice(SHAPES, (shape) => `page.zones.shapes.${shape}`),
    middle: inCase(place()),
    radius: inCase(count(RADIUS.least, RADIUS.most, 'field.radius')),
    corners: inCase(givenLines(LONGEST_CORNERS)),
    covers: choice(COVERS, (covers) => `page.zones.covers.${covers}`),
    cars: inCase(references()),
    tellsLeaving: tick(),
  },
  (name) => `page.zones.fields.${name}`,
  ['name', 'shape', 'covers', 'tellsLeaving'],
  {
    logged: 'zone',
    cases: { shape: { circle: ['middle', 'radius'], polygon: ['corners'] }, covers: { some: ['cars'] } },
  },
)
export type ZoneInput = z.output<typeof zoneRecord.input>

export const zoneInput = zoneRecord.input.superRefine(({ covers, cars }, ctx) => {
  if (covers === 'some' && (cars?.length ?? 0) === 0)
    ctx.addIssue({ code: 'custom', path: ['cars'], message: 'field.required' })
})

/** A zone in force. Moments as ISO. */
export type Zone = {
  id: string
  name: string
  shape: Shape
  covers: (typeof COVERS)[number]
  /** For a zone of some cars: their ids and plates. */
  cars: { id: string; plate: string }[]
  tellsLeaving: boolean
  version: number
  since: string
  madeAt: string
}

import { RADIUS, edgeOfZone, placeOnCircle, readCorners, readPlace, writeCorners, writePlace } from '#domain/zone.ts'
import type { Place } from '#domain/trip.ts'
import { metresBetween } from '#domain/position.ts'

/** A zone while it is being drawn: a circle may have no middle yet, a polygon fewer corners than it needs. Radius in metres. */
export type Drawing =
  | { shape: 'circle'; middle: Place | null; radius: number }
  | { shape: 'polygon'; corners: readonly Place[] }

/** The values of the form's fields, as text. */
export type ZoneFields = { shape: string; middle: string; radius: string; corners: string }

/** Radius in metres of a circle until somebody types another one. */
const FIRST_RADIUS = 500
/** Metres to which a drawn radius is rounded. */
const STEP = 10

/** A zone of which nothing is drawn yet. */
export function emptyOf(shape: string): Drawing {
  return shape === 'polygon' ? { shape, corners: [] } : { shape: 'circle', middle: null, radius: FIRST_RADIUS }
}

/** The zone as far as its fields describe it; `null` if something typed cannot be read. */
export function drawingOf({ shape, middle, radius, corners }: ZoneFields): Drawing | null {
  if (shape === 'polygon') {
    const read = readCorners(corners)
    if (read.ok) return { shape, corners: read.corners }
    const lines = corners.split('\n').filter((line) => line.trim() !== '')
    const places = lines.flatMap((line) => readPlace(line) ?? [])
    return places.length === lines.length ? { shape, corners: places } : null
  }
  const place = readPlace(middle)
  if (place === null && middle.trim() !== '') return null
  const metres = radius.trim() === '' ? FIRST_RADIUS : Number(radius.replaceAll(/\s/g, ''))
  if (!Number.isInteger(metres) || metres < RADIUS.least || metres > RADIUS.most) return null
  return { shape: 'circle', middle: place, radius: metres }
}

/** The values of the form's fields for a drawing. */
export function typedOf(drawing: Drawing): Partial<ZoneFields> {
  if (drawing.shape === 'polygon') return { corners: writeCorners(drawing.corners) }
  const { middle, radius } = drawing
  return middle === null ? { middle: '', radius: '' } : { middle: writePlace(middle), radius: String(radius) }
}

/** The points by which a drawing can be dragged: a circle by its middle (0) and its edge (1), a polygon by each corner. */
export function handlesOf(drawing: Drawing): Place[] {
  if (drawing.shape === 'polygon') return [...drawing.corners]
  const { middle, radius } = drawing
  return middle === null ? [] : [middle, eastOf(middle, radius)]
}

/** The drawing with one of its handles somewhere else. */
export function moveHandle(drawing: Drawing, handle: number, to: Place): Drawing {
  if (drawing.shape === 'polygon')
    return { ...drawing, corners: drawing.corners.map((corner, at) => (at === handle ? to : corner)) }
  const { middle } = drawing
  if (handle === 0 || middle === null) return { ...drawing, middle: to }
  const metres = Math.round(metresBetween(middle, to) / STEP) * STEP
  return { ...drawing, radius: Math.min(RADIUS.most, Math.max(RADIUS.least, metres)) }
}

/**
 * The drawing after a press at a place: it becomes the middle of a circle, or one more corner of a polygon, after the corner `behind` or as
 * its last.
 */
export function afterPress(drawing: Drawing, at: Place, behind: number | null = null): Drawing {
  if (drawing.shape === 'circle') return { ...drawing, middle: at }
  const place = behind === null ? drawing.corners.length : behind + 1
  return { ...drawing, corners: drawing.corners.toSpliced(place, 0, at) }
}

/** The drawing as it was before its last corner, or its middle. */
export function withoutLastPlace(drawing: Drawing): Drawing {
  return drawing.shape === 'circle'
    ? { ...drawing, middle: null }
    : { ...drawing, corners: drawing.corners.slice(0, -1) }
}

/** The drawing's edge, open: its last corner does not repeat the first one. */
export function edgeOf(drawing: Drawing): Place[] {
  if (drawing.shape === 'polygon') return edgeOfZone({ shape: 'polygon', corners: [...drawing.corners] })
  return drawing.middle === null ? [] : edgeOfZone({ shape: 'circle', ...drawing.middle, radius: drawing.radius })
}

const eastOf = (middle: Place, radius: number) => placeOnCircle(middle, radius, 0)

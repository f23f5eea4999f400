import type { Map as BaseMap } from 'maplibre-gl'
import type { MapColours } from './map-colours.ts'
import type { Mark } from './mark.ts'
import {
  DOT_RADIUS,
  type Placed,
  groupBySquare,
  pixelsOfKilometre,
  positionBetween,
  squareAt,
  worldPoint,
} from './placing.ts'

/** Names are written from this zoom on, if no more than `MAX_NAMES` cars are in view. */
const NAMED_FROM = 11
const MAX_NAMES = 60
/** Pixels: width of a letter of a name, and height of its line. */
const NAME_LETTER = 8
const NAME_HEIGHT = 14
/** Kilometres around a town's centre within which a place is called by its name. */
const AREA = 2.5
/** Milliseconds in which a car glides to its next position: until the page asks again. */
const GLIDE = 2_500
/** Pixels between a dot and the ring around the chosen one. */
const RING = 5
/** Radius of the disc with the number of cars in an area. */
const BADGE = 11
/** Pixels around a dot within which a finger still hits it. */
const REACH = 12

type DrawnMark = Placed<Mark> & { radius: number }
type Point = { x: number; y: number }

/**
 * The cars, on a canvas above the map: the map behind is drawn again only when it moves, and a thousand cars glide without it
 * (measured in record 265).
 */
export class CarsLayer {
  readonly #map: BaseMap
  readonly #canvas = document.createElement('canvas')
  readonly #pen: CanvasRenderingContext2D | null
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #glide: number
  #colours: MapColours
  #marks: readonly Mark[] = []
  /** The position from which each car glides. */
  #from = new Map<string, { lat: number; lon: number }>()
  #since = 0
  #frame = 0
  #drawn: readonly DrawnMark[] = []
  #chosen: string | null = null

  /** `glide`: milliseconds from one position to the next. */
  constructor(map: BaseMap, colours: MapColours, glide = GLIDE) {
    this.#map = map
    this.#glide = glide
    this.#colours = colours
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#pen = this.#canvas.getContext('2d')
    map.getCanvasContainer().append(this.#canvas)
    map.on('move', this.paint)
    map.on('resize', this.paint)
  }

  /** Shows the cars at their new positions: each glides there from where it is drawn. */
  show(marks: readonly Mark[]): void {
    const now = performance.now()
    this.#from = new Map(this.#marks.map((mark) => [mark.id, this.#placeOf(mark, now)]))
    this.#marks = marks
    this.#since = now
    this.#canvas.dataset['cars'] = String(marks.length)
    this.paint()
  }

  colour(colours: MapColours): void {
    this.#colours = colours
    this.paint()
  }

  choose(id: string | null): void {
    this.#chosen = id
    this.paint()
  }

  /** The thing under a point: one car, several that are one dot, or nothing. */
  at({ x, y }: Point): readonly Mark[] {
    const hitDots = this.#drawn
      .map((mark) => ({ mark, off: Math.hypot(mark.x - x, mark.y - y) - mark.radius }))
      .filter(({ off }) => off < REACH - DOT_RADIUS)
      .toSorted((a, b) => a.off - b.off)
    return hitDots[0]?.mark.members ?? []
  }

  remove(): void {
    cancelAnimationFrame(this.#frame)
    this.#canvas.remove()
  }

  #placeOf(mark: Mark, now: number): { lat: number; lon: number } {
    const from = this.#from.get(mark.id)
    return !from || this.#isDone(now) ? mark : positionBetween(from, mark, (now - this.#since) / this.#glide)
  }

  #isDone(now: number): boolean {
    return this.#still.matches || now - this.#since >= this.#glide
  }

  readonly paint = (): void => {
    const pen = this.#pen
    if (!pen) return
    const ratio = devicePixelRatio
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer()
    if (this.#canvas.width !== width * ratio || this.#canvas.height !== height * ratio) {
      this.#canvas.width = width * ratio
      this.#canvas.height = height * ratio
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, width, height)

    const now = performance.now()
    const zoom = this.#map.getZoom()
    const { lat, lng } = this.#map.getCenter()
    const middle = worldPoint({ lat, lon: lng }, zoom)
    const origin = { x: middle.x - width / 2, y: middle.y - height / 2 }
    const placed = this.#marks.map((mark) => {
      const { x, y } = worldPoint(this.#placeOf(mark, now), zoom)
      return { x: x - origin.x, y: y - origin.y, mark }
    })
    const inView = placed.filter(({ x, y }) => x > -90 && y > -90 && x < width + 90 && y < height + 90)
    const areas = areasOf(
      inView.filter(({ mark }) => mark.kind === 'area'),
      zoom,
    )
    const cars = inView.filter(({ mark }) => mark.kind !== 'area')
    const drawn = groupBySquare(cars, squareAt(zoom), origin).map((dot) => ({
      ...dot,
      radius: dot.members.length > 1 ? groupRadius(dot.members.length) : DOT_RADIUS,
    }))
    for (const area of areas) this.#drawArea(pen, area)
    for (const drawnMark of drawn) this.#drawDot(pen, drawnMark)
    if (zoom >= NAMED_FROM && drawn.length <= MAX_NAMES) this.#drawNames(pen, drawn)
    this.#drawn = [...areas, ...drawn]

    cancelAnimationFrame(this.#frame)
    if (this.#from.size > 0 && !this.#isDone(now)) this.#frame = requestAnimationFrame(this.paint)
  }

  #drawArea(pen: CanvasRenderingContext2D, { x, y, radius, members }: DrawnMark): void {
    const { stopped, strong, card } = this.#colours
    const isChosen = members.some(({ id }) => id === this.#chosen)
    disc(pen, { x, y }, radius)
    pen.globalAlpha = 0.1
    pen.fillStyle = stopped
    pen.fill()
    pen.globalAlpha = 1
    pen.setLineDash([4, 3])
    pen.lineWidth = isChosen ? 2.5 : 1.5
    pen.strokeStyle = isChosen ? strong : stopped
    pen.stroke()
    pen.setLineDash([])
    // The number stands on the edge of the circle, because the town's name stands in its middle.
    const top = { x, y: y - radius }
    disc(pen, top, BADGE)
    pen.fillStyle = isChosen ? strong : card
    pen.fill()
    pen.lineWidth = 1.5
    pen.stroke()
    write(pen, top, String(members.length), { size: 12, colour: isChosen ? card : strong, halo: null })
  }

  #drawDot(pen: CanvasRenderingContext2D, { x, y, radius, members }: DrawnMark): void {
    const { card, group, groupText, strong } = this.#colours
    const [first, ...others] = members
    if (!first) return
    if (members.some(({ id }) => id === this.#chosen)) {
      disc(pen, { x, y }, radius + RING)
      pen.lineWidth = 2.5
      pen.strokeStyle = strong
      pen.stroke()
    }
    disc(pen, { x, y }, radius)
    pen.fillStyle = card
    pen.fill()
    disc(pen, { x, y }, radius - 1.5)
    if (others.length > 0) {
      pen.fillStyle = group
      pen.fill()
      write(pen, { x, y }, String(members.length), { size: 12, colour: groupText, halo: null })
      return
    }
    const colour = this.#colours[first.kind === 'area' ? 'stopped' : first.kind]
    // The state is told by shape too, not by colour alone: a moving car has an arrow, a stopped one is a disc, a silent
    // one a ring.
    if (first.kind === 'offline') {
      pen.lineWidth = 3
      disc(pen, { x, y }, radius - 3)
      pen.strokeStyle = colour
      pen.stroke()
      return
    }
    pen.fillStyle = colour
    pen.fill()
    if (first.kind === 'moving' && first.course !== null) arrow(pen, { x, y }, first.course, { colour, edge: card })
  }

  /** Writes the names under the dots where they cover neither another dot nor another name; the chosen car's first. */
  #drawNames(pen: CanvasRenderingContext2D, drawn: readonly DrawnMark[]): void {
    const { strong, halo } = this.#colours
    const occupied: Box[] = drawn.map(({ x, y, radius }) => boxAround({ x, y }, radius * 2, radius * 2))
    const chosenOf = ({ members }: DrawnMark) => members.find(({ id }) => id === this.#chosen)
    const isChosen = (drawnMark: DrawnMark) => chosenOf(drawnMark) !== undefined
    for (const drawnMark of drawn.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
      // Several cars at one point have the number alone, and the name of the chosen one.
      const [first, ...others] = drawnMark.members
      const name = (others.length === 0 ? first : chosenOf(drawnMark))?.name ?? ''
      const ring = isChosen(drawnMark) ? RING : 0
      const middle = { x: drawnMark.x, y: drawnMark.y + drawnMark.radius + ring + 9 }
      const box = boxAround(middle, name.length * NAME_LETTER, NAME_HEIGHT)
      if (name === '' || occupied.some((other) => overlaps(box, other))) continue
      occupied.push(box)
      write(pen, middle, name, { size: 12, colour: strong, halo })
    }
  }
}

type Box = { left: number; right: number; top: number; bottom: number }

function boxAround({ x, y }: Point, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Areas of the same town are one. */
function areasOf(placed: readonly { x: number; y: number; mark: Mark }[], zoom: number): DrawnMark[] {
  return [...Map.groupBy(placed, ({ mark }) => mark.area).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const radius = Math.max(13, AREA * pixelsOfKilometre(first.mark.lat, zoom))
    return [{ x: first.x, y: first.y, radius, members: same.map(({ mark }) => mark) }]
  })
}

function groupRadius(count: number): number {
  return 12 + Math.min(12, Math.sqrt(count))
}

function disc(pen: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
}

function arrow(
  pen: CanvasRenderingContext2D,
  { x, y }: Point,
  course: number,
  { colour, edge }: { colour: string; edge: string },
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate((course * Math.PI) / 180)
  pen.beginPath()
  pen.moveTo(0, -DOT_RADIUS - 6)
  pen.lineTo(4.5, -DOT_RADIUS + 1)
  pen.lineTo(-4.5, -DOT_RADIUS + 1)
  pen.closePath()
  pen.lineWidth = 1.5
  pen.strokeStyle = edge
  pen.stroke()
  pen.fillStyle = colour
  pen.fill()
  pen.restore()
}

function write(
  pen: CanvasRenderingContext2D,
  { x, y }: Point,
  text: string,
  { size, colour, halo }: { size: number; colour: string; halo: string | null },
): void {
  pen.font = `500 ${size}px 'Rubik Variable', sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  if (halo !== null) {
    pen.lineWidth = 3
    pen.lineJoin = 'round'
    pen.strokeStyle = halo
    pen.strokeText(text, x, y)
  }
  pen.fillStyle = colour
  pen.fillText(text, x, y)
}

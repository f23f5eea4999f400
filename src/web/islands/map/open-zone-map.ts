import type { GeoJSONSource, LayerSpecification, MapMouseEvent, MapTouchEvent, StyleSpecification } from 'maplibre-gl'
import type { Place } from '#domain/trip.ts'
import { openMap } from './base-map.ts'
import { type MapColours, readColours } from './map-colours.ts'
import { type StreetTiles, mapStyle } from './map-style.ts'
import { type Drawing, edgeOf, handlesOf, moveHandle, afterPress } from './zone-drawing.ts'

/** Pixels between a zone and the edge of the map, and the closest zoom for a small zone. */
const EDGE = 56
const NEAREST = 16
/** Pixels within which a handle or a side is hit, by mouse and by finger. */
const REACH = { mouse: 12, finger: 24 }

export type ZoneMapView = {
  /** Shows the zone that the fields describe; draws nothing for `null`, when they cannot be read. */
  show: (drawing: Drawing | null) => void
  all: () => void
  zoom: (by: 1 | -1) => void
  close: () => void
}

type ZoneMapInput = {
  title: string
  drawing: Drawing | null
  /** Edges of the other zones. */
  others: readonly (readonly Place[])[]
  streets: StreetTiles
  /** Called when somebody changes the zone by hand on the map. */
  changed: (drawing: Drawing) => void
  ready: () => void
}

/** Opens the map on which a zone is drawn. Throws where the browser cannot draw it. */
export function openZoneMap(container: HTMLElement, input: ZoneMapInput): ZoneMapView {
  const { title, others, streets, changed, ready } = input
  let { drawing } = input
  const style = () => styleWith(drawing, others, readColours(), streets)
  const map = openMap(container, title, style())
  const showWholeZone = (animate: boolean) => {
    const places = drawing ? edgeOf(drawing) : []
    const shown = places.length > 0 ? places : others.flat()
    if (shown.length === 0) return
    const [lons, lats] = [shown.map(({ lon }) => lon), shown.map(({ lat }) => lat)]
    map.fitBounds(
      [
        [Math.min(...lons), Math.min(...lats)],
        [Math.max(...lons), Math.max(...lats)],
      ],
      { padding: EDGE, maxZoom: NEAREST, animate },
    )
  }
  showWholeZone(false)
  map.once('load', ready)
  map.getCanvasContainer().style.cursor = 'crosshair'
  const design = new MutationObserver(() => map.setStyle(style()))
  design.observe(document.documentElement, { attributeFilter: ['class'] })

  const show = (next: Drawing | null) => {
    drawing = next
    for (const [name, data] of Object.entries(dataOf(next))) void map.getSource<GeoJSONSource>(name)?.setData(data)
  }
  const draw = (next: Drawing) => {
    show(next)
    changed(next)
  }

  /** The handle at a point of the screen. */
  const handleAt = (point: { x: number; y: number }, reach: number): number | null => {
    const near = (drawing ? handlesOf(drawing) : [])
      .map(({ lat, lon }, handle) => ({ handle, far: distance(map.project([lon, lat]), point) }))
      .filter(({ far }) => far <= reach)
      .toSorted((one, other) => one.far - other.far)
    return near[0]?.handle ?? null
  }

  const dragged = (event: MapMouseEvent | MapTouchEvent) => {
    const isFinger = event.type === 'touchstart'
    const handle = handleAt(event.point, isFinger ? REACH.finger : REACH.mouse)
    if (handle === null) return
    // Keep the map still while the zone is dragged.
    event.preventDefault()
    const move = ({ lngLat: { lat, lng } }: MapMouseEvent | MapTouchEvent) => {
      if (drawing) draw(moveHandle(drawing, handle, { lat, lon: lng }))
    }
    const moves = isFinger ? ('touchmove' as const) : ('mousemove' as const)
    map.on(moves, move)
    // Listen on the window: the pointer may be released outside the map.
    const dragging = new AbortController()
    const end = () => {
      map.off(moves, move)
      dragging.abort()
    }
    for (const ends of ['mouseup', 'touchend', 'touchcancel']) addEventListener(ends, end, { signal: dragging.signal })
  }
  map.on('mousedown', dragged)
  map.on('touchstart', dragged)
  map.on('click', ({ point, lngLat: { lat, lng } }) => {
    if (drawing === null || handleAt(point, REACH.mouse) !== null) return
    const corners =
      drawing.shape === 'polygon' ? drawing.corners.map(({ lon, lat: north }) => map.project([lon, north])) : []
    draw(afterPress(drawing, { lat, lon: lng }, corners.length < 3 ? null : sideAt(corners, point)))
  })

  return {
    show,
    all: () => showWholeZone(true),
    zoom: (by) => map.zoomTo(Math.round(map.getZoom()) + by),
    close() {
      design.disconnect()
      map.remove()
    },
  }
}

type Point = { x: number; y: number }

const distance = (point: Point, other: Point) => Math.hypot(point.x - other.x, point.y - other.y)

/** Index of the corner before the side that was pressed; `null` for no side. */
function sideAt(corners: readonly Point[], point: Point): number | null {
  const found = corners.findIndex((corner, at) => {
    const other = corners[(at + 1) % corners.length] ?? corner
    const [x, y] = [other.x - corner.x, other.y - corner.y]
    const square = x * x + y * y
    const share =
      square === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - corner.x) * x + (point.y - corner.y) * y) / square))
    return distance({ x: corner.x + share * x, y: corner.y + share * y }, point) <= REACH.mouse
  })
  return found === -1 ? null : found
}

const positions = (places: readonly Place[]) => places.map(({ lat, lon }) => [lon, lat])

/** The zone as data of the map: its inside, its edge and its handles. */
function dataOf(drawing: Drawing | null) {
  const edge = positions(drawing ? edgeOf(drawing) : [])
  const ring = [...edge, ...edge.slice(0, 1)]
  const handles = positions(drawing ? handlesOf(drawing) : [])
  return {
    inside: { type: 'Polygon' as const, coordinates: edge.length < 3 ? [] : [ring] },
    edge: { type: 'LineString' as const, coordinates: edge.length < 2 ? [] : ring },
    handles: { type: 'MultiPoint' as const, coordinates: handles },
  }
}

/** The shipped map with the zone on it, and the other zones, faintly. */
function styleWith(
  drawing: Drawing | null,
  others: readonly (readonly Place[])[],
  colours: MapColours,
  streets: StreetTiles,
): StyleSpecification {
  const style = mapStyle(colours, streets)
  const rings = others.map((places) => positions([...places, ...places.slice(0, 1)]))
  const sources = Object.entries({ ...dataOf(drawing), others: { type: 'MultiLineString', coordinates: rings } })
  return {
    ...style,
    sources: {
      ...style.sources,
      ...Object.fromEntries(sources.map(([name, data]) => [name, { type: 'geojson', data }])),
    },
    layers: [
      ...style.layers,
      {
        id: 'others',
        type: 'line',
        source: 'others',
        paint: { 'line-color': colours.stopped, 'line-width': 2, 'line-dasharray': [2, 2] },
      },
      { id: 'inside', type: 'fill', source: 'inside', paint: { 'fill-color': colours.moving, 'fill-opacity': 0.18 } },
      { id: 'edge', type: 'line', source: 'edge', paint: { 'line-color': colours.moving, 'line-width': 3 } },
      {
        id: 'handles',
        type: 'circle',
        source: 'handles',
        paint: {
          'circle-radius': 7,
          'circle-color': colours.card,
          'circle-stroke-width': 3,
          'circle-stroke-color': colours.strong,
        },
      },
    ] as LayerSpecification[],
  }
}

import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { openMap } from './base-map.ts'
import { CarsLayer } from './cars-layer.ts'
import type { DayTrack } from './day-way.ts'
import { type MapColours, readColours } from './map-colours.ts'
import { type StreetTiles, mapStyle } from './map-style.ts'

/** Pixels between the way and the edge, and the closest zoom for a short way. */
const EDGE = 48
const NEAREST = 15

export type DayMapView = {
  /** Puts the car where it was at one of the points. */
  at: (point: number) => void
  all: () => void
  zoom: (by: 1 | -1) => void
  close: () => void
}

/** Opens the map of a car's day. Throws where the browser cannot draw it. */
export function openDayMap(
  container: HTMLElement,
  { title, way, streets, ready }: { title: string; way: DayTrack; streets: StreetTiles; ready: () => void },
): DayMapView {
  const map = openMap(container, title, styleWith(way, readColours(), streets))
  const car = new CarsLayer(map, readColours(), 0)
  const showWholeDay = (animate: boolean) => {
    const [lons, lats] = [way.points.map(([, lon]) => lon), way.points.map(([, , lat]) => lat)]
    map.fitBounds(
      [
        [Math.min(...lons), Math.min(...lats)],
        [Math.max(...lons), Math.max(...lats)],
      ],
      { padding: EDGE, maxZoom: NEAREST, animate },
    )
  }
  showWholeDay(false)
  map.once('load', ready)
  const design = new MutationObserver(() => {
    const colours = readColours()
    map.setStyle(styleWith(way, colours, streets))
    car.colour(colours)
  })
  design.observe(document.documentElement, { attributeFilter: ['class'] })

  const at = (point: number) => {
    const [, lon, lat, speed] = way.points[point] ?? []
    if (lon === undefined || lat === undefined) return
    const kind = (speed ?? 0) > 0 ? ('moving' as const) : ('stopped' as const)
    const course = null
    car.show([{ id: 'car', to: '', name: '', driver: '', kind, lat, lon, course, facts: '', place: '', area: '' }])
    if (!map.getBounds().contains([lon, lat])) map.panTo([lon, lat])
  }
  at(0)

  return {
    at,
    all: () => showWholeDay(true),
    zoom: (by) => map.zoomTo(Math.round(map.getZoom()) + by),
    close() {
      design.disconnect()
      car.remove()
      map.remove()
    },
  }
}

/** The shipped map with the way of the day on it. */
function styleWith({ trips, stops }: DayTrack, colours: MapColours, streets: StreetTiles): StyleSpecification {
  const style = mapStyle(colours, streets)
  const drawn = (data: GeoJSONSourceSpecification['data']) => ({ type: 'geojson' as const, data })
  const round = { 'line-join': 'round', 'line-cap': 'round' }
  return {
    ...style,
    sources: {
      ...style.sources,
      trips: drawn({ type: 'MultiLineString', coordinates: trips.map((path) => path.map((place) => [...place])) }),
      stops: drawn({ type: 'MultiPoint', coordinates: stops.map((place) => [...place]) }),
    },
    layers: [
      ...style.layers,
      {
        id: 'trip-edge',
        type: 'line',
        source: 'trips',
        layout: round,
        paint: { 'line-color': colours.card, 'line-width': 7 },
      },
      {
        id: 'trips',
        type: 'line',
        source: 'trips',
        layout: round,
        paint: { 'line-color': colours.moving, 'line-width': 4 },
      },
      {
        id: 'stops',
        type: 'circle',
        source: 'stops',
        paint: {
          'circle-radius': 6,
          'circle-color': colours.card,
          'circle-stroke-width': 3,
          'circle-stroke-color': colours.strong,
        },
      },
    ] as LayerSpecification[],
  }
}

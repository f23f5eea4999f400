import { CarsLayer } from './cars-layer.ts'
import { MAINLAND, openMap } from './base-map.ts'
import { readColours } from './map-colours.ts'
import { type StreetTiles, mapStyle } from './map-style.ts'
import type { Mark } from './mark.ts'
import { chooseNext } from './placing.ts'

/** Zoom for a followed car, if the map was farther away. */
const NEAR = 13
/** Pixels between the outermost cars and the edge. */
const EDGE = 56

export type FleetMapView = {
  show: (marks: readonly Mark[]) => void
  /** Follows a car until somebody moves the map; `null` follows none. */
  follow: (mark: Mark | null) => void
  all: () => void
  zoom: (by: 1 | -1) => void
  close: () => void
}

type MapOptions = { title: string; streets: StreetTiles; ready: () => void; choose: (mark: Mark | null) => void }

/** Opens the map of the fleet in an element. Throws where the browser cannot draw it. */
export function openFleetMap(container: HTMLElement, { title, streets, ready, choose }: MapOptions): FleetMapView {
  const map = openMap(container, title, mapStyle(readColours(), streets))
  const cars = new CarsLayer(map, readColours())
  let marks: readonly Mark[] = []
  let followed: string | null = null
  let isFitted = false

  const fit = (animate: boolean) => {
    const view = { padding: EDGE, maxZoom: NEAR - 1.5, animate }
    map.fitBounds(marks.length > 0 ? boundsOf(marks) : MAINLAND, view)
  }
  map.once('load', ready)
  map.on('dragstart', () => {
    followed = null
  })
  map.on('click', ({ point }) => {
    const [first, ...others] = cars.at(point)
    if (!first) return choose(null)
    if (others.length === 0 || first.kind === 'area') return choose(first)
    const closer = Math.min(map.getZoom() + 2, map.getMaxZoom())
    // As near as the map goes they still lie on each other: each press chooses the next of them.
    if (closer - map.getZoom() < 0.1) return choose(chooseNext([first, ...others], followed))
    map.easeTo({ center: [first.lon, first.lat], zoom: closer })
  })
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = cars.at(point).length > 0 ? 'pointer' : ''
  })
  const design = new MutationObserver(() => {
    const colours = readColours()
    map.setStyle(mapStyle(colours, streets))
    cars.colour(colours)
  })
  design.observe(document.documentElement, { attributeFilter: ['class'] })

  return {
    show(next) {
      marks = next
      cars.show(next)
      if (!isFitted) fit(false)
      isFitted = true
      const mark = marks.find(({ id }) => id === followed)
      if (mark) map.easeTo({ center: [mark.lon, mark.lat] })
    },
    follow(mark) {
      cars.choose(mark?.id ?? null)
      followed = mark?.id ?? null
      if (!mark) return
      const nearest = mark.kind === 'area' ? NEAR - 2 : NEAR
      map.easeTo({ center: [mark.lon, mark.lat], zoom: Math.max(map.getZoom(), nearest) })
    },
    all() {
      followed = null
      fit(true)
    },
    zoom: (by) => map.zoomTo(Math.round(map.getZoom()) + by),
    close() {
      design.disconnect()
      cars.remove()
      map.remove()
    },
  }
}

function boundsOf(marks: readonly Mark[]): [[number, number], [number, number]] {
  const [lons, lats] = [marks.map(({ lon }) => lon), marks.map(({ lat }) => lat)]
  return [
    [Math.min(...lons), Math.min(...lats)],
    [Math.max(...lons), Math.max(...lats)],
  ]
}

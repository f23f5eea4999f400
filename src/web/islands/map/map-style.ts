import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import districts from '../basemap/districts.json?url'
import land from '../basemap/land.json?url'
import motorways from '../basemap/motorways.json?url'
import neighbours from '../basemap/neighbours.json?url'
import places from '../basemap/places.json?url'
import rivers from '../basemap/rivers.json?url'
import type { MapColours } from './map-colours.ts'

/** Text is drawn with the page's own font, so no glyph files are loaded. */
const FONT = ['Rubik Variable', 'sans-serif']

const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** Address of street tiles and their zooms; `null` if the operator has none. */
export type StreetTiles = { tiles: string; min: number; max: number } | null

/** The shipped map in the colours of the page, with the operator's streets if there are any. */
export function mapStyle(colours: MapColours, streets: StreetTiles): StyleSpecification {
  const shipped = (address: string) => ({
    type: 'geojson' as const,
    data: new URL(address, location.href).href,
    tolerance: 0.3,
  })
  return {
    version: 8,
    sources: {
      land: shipped(land),
      districts: shipped(districts),
      neighbours: shipped(neighbours),
      rivers: shipped(rivers),
      places: shipped(places),
      motorways: shipped(motorways),
      ...(streets
        ? {
            streets: {
              type: 'vector' as const,
              tiles: [location.origin + streets.tiles],
              minzoom: streets.min,
              maxzoom: streets.max,
            },
          }
        : {}),
    },
    layers: layersOf(colours, streets !== null),
  }
}

function layersOf(colours: MapColours, hasStreets: boolean): LayerSpecification[] {
  const { sea, land: landColour, other, line, river, road, text, halo } = colours
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    { id: 'neighbours', type: 'fill', source: 'neighbours', paint: { 'fill-color': other } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': landColour, 'fill-outline-color': line } },
    {
      id: 'districts',
      type: 'line',
      source: 'districts',
      // At a nearer zoom the simplified border would lie beside the coast.
      maxzoom: 9.5,
      paint: { 'line-color': line, 'line-dasharray': [3, 2], 'line-width': 0.8 },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      paint: { 'line-color': river, 'line-width': byZoom(6, 0.6, 11, 2) },
    },
    ...(hasStreets ? streetLayers(colours) : []),
    {
      id: 'motorways',
      type: 'line',
      source: 'motorways',
      // The motorways are a sketch: at a nearer zoom cars would seem to drive beside the road, and the sketch would lie
      // beside the real streets.
      maxzoom: hasStreets ? 7 : 10.5,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': road, 'line-width': byZoom(5, 0.8, 10, 2.4), 'line-opacity': byZoom(9, 0.9, 10.5, 0) },
    },
    {
      id: 'shields',
      type: 'symbol',
      source: 'motorways',
      minzoom: 7.5,
      maxzoom: hasStreets ? 7.6 : 10.2,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['get', 'ref'],
        'text-font': FONT,
        'text-size': 10,
        'text-rotation-alignment': 'viewport',
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 2 },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      filter: ['>', ['get', 'people'], byZoom(5, 150_000, 6.5, 60_000, 8, 20_000, 9.5, 7_000, 11, 1_000, 12, -1)],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['get', 'people'], 5_000, 11, 500_000, 15],
        'symbol-sort-key': ['-', 0, ['get', 'people']],
        'text-padding': 8,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ] as LayerSpecification[]
}

/** Streets in the scheme of OpenMapTiles, thin to wide. */
const ROADS = [
  { id: 'paths', classes: ['minor', 'service', 'track'], from: 12.5, widths: [13, 0.8, 16, 6] },
  { id: 'roads', classes: ['secondary', 'tertiary'], from: 10, widths: [10, 0.6, 16, 9] },
  { id: 'main', classes: ['trunk', 'primary'], from: 8, widths: [8, 0.7, 16, 11] },
  { id: 'motorway', classes: ['motorway'], from: 6, widths: [6, 0.8, 16, 12] },
] as const

function streetLayers({ green, river, sea, street, streetEdge, road, text, halo }: MapColours): LayerSpecification[] {
  const from = { source: 'streets', type: 'line' as const, 'source-layer': 'transportation' }
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const
  const drawn = ROADS.map(({ id, classes, from: minzoom, widths }) => {
    const filter = ['match', ['get', 'class'], [...classes], true, false] as ExpressionSpecification
    const [low, thin, high, wide] = widths
    return { id, minzoom, filter, edge: byZoom(low, thin + 0.8, high, wide + 2), width: byZoom(low, thin, high, wide) }
  })
  return [
    {
      id: 'woods',
      type: 'fill',
      source: 'streets',
      'source-layer': 'landcover',
      filter: ['match', ['get', 'class'], ['wood', 'grass'], true, false],
      paint: { 'fill-color': green },
    },
    { id: 'waters', type: 'fill', source: 'streets', 'source-layer': 'water', paint: { 'fill-color': sea } },
    {
      id: 'streams',
      type: 'line',
      source: 'streets',
      'source-layer': 'waterway',
      minzoom: 11,
      paint: { 'line-color': river },
    },
    ...drawn.map(({ id, minzoom, filter, edge }) => ({
      ...from,
      id: `${id}-edge`,
      minzoom,
      filter,
      layout: round,
      paint: { 'line-color': streetEdge, 'line-width': edge },
    })),
    ...drawn.map(({ id, minzoom, filter, width }) => ({
      ...from,
      id: `${id}-street`,
      minzoom,
      filter,
      layout: round,
      paint: { 'line-color': id === 'motorway' ? road : street, 'line-width': width },
    })),
    {
      id: 'street-names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'transportation_name',
      minzoom: 12.5,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['coalesce', ['get', 'name'], ['get', 'ref']],
        'text-font': FONT,
        'text-size': 12,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ] as LayerSpecification[]
}

import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import districts from '../basemap/districts.json?url'
import land from '../basemap/land.json?url'
import motorways from '../basemap/motorways.json?url'
import neighbours from '../basemap/neighbours.json?url'
import places from '../basemap/places.json?url'
import rivers from '../basemap/rivers.json?url'
import type { MapColours } from './map-colours.ts'

/** Text is drawn with the font of the page: no files of glyphs are asked for. */
const FONT = ['Rubik Variable', 'sans-serif']

const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** The shipped map, in the colours of the page. */
export function mapStyle(colours: MapColours): StyleSpecification {
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
    },
    layers: layersOf(colours),
  }
}

function layersOf(colours: MapColours): LayerSpecification[] {
  const { sea, land: ground, other, line, river, road, text, halo } = colours
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    { id: 'neighbours', type: 'fill', source: 'neighbours', paint: { 'fill-color': other } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ground, 'fill-outline-color': line } },
    {
      id: 'districts',
      type: 'line',
      source: 'districts',
      // Beyond, it would lie beside the coast.
      maxzoom: 9.5,
      paint: { 'line-color': line, 'line-dasharray': [3, 2], 'line-width': 0.8 },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      paint: { 'line-color': river, 'line-width': byZoom(6, 0.6, 11, 2) },
    },
    {
      id: 'motorways',
      type: 'line',
      source: 'motorways',
      // A sketch: nearer, cars would seem to drive beside the road.
      maxzoom: 10.5,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': road, 'line-width': byZoom(5, 0.8, 10, 2.4), 'line-opacity': byZoom(9, 0.9, 10.5, 0) },
    },
    {
      id: 'shields',
      type: 'symbol',
      source: 'motorways',
      minzoom: 7.5,
      maxzoom: 10.2,
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

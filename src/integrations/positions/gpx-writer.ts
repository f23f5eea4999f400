type Point = { at: string; lat: number; lon: number }

/** Writes a track in GPX 1.1, which every map program opens. */
export function writeGpx(name: string, points: readonly Point[]): string {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Volante" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>${escaped}</name><trkseg>`,
    ...points.map(
      ({ at, lat, lon }) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"><time>${at}</time></trkpt>`,
    ),
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n')
}

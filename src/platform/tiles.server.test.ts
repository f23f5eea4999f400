import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { writeStreets } from '#test/street-tiles.ts'
import { UnreadableTiles, openTiles } from './tiles.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

type Entry = { id: number; run: number; length: number; offset: number }

function directory(entries: readonly Entry[]): Buffer {
  const ids = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0))
  const columns = [
    ids,
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    entries.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Buffer.from([entries.length, ...columns.flat()].flatMap(varint)))
}

/** Writes a file as the specification of PMTiles 3 lays it out, with one directory below the root. */
function pmTiles({ version = 3, kind = 1 } = {}): string {
  const [one, two] = [gzipSync('um'), gzipSync('dois')]
  const tiles = Buffer.concat([one, two])
  // Zoom 0 is tile 0; 1/0/0 to 1/1/0 are 1 to 4; 2/0/0 is 5. The ids of the specification: 3/0/0 is 21.
  const leaf = directory([
    { id: 4, run: 2, length: two.length, offset: one.length },
    { id: 21, run: 1, length: one.length, offset: 0 },
  ])
  const root = directory([
    { id: 0, run: 1, length: one.length, offset: 0 },
    { id: 4, run: 0, length: leaf.length, offset: 0 },
  ])
  const head = Buffer.alloc(127)
  head.write('PMTiles', 0, 'latin1')
  head[7] = version
  const parts = [
    127,
    root.length,
    127 + root.length,
    0,
    127 + root.length,
    leaf.length,
    127 + root.length + leaf.length,
    tiles.length,
  ]
  for (const [at, value] of parts.entries()) head.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  ;[head[97], head[98], head[99], head[100], head[101]] = [2, 2, kind, 0, 14]
  const path = join(folder, `${version}-${kind}.pmtiles`)
  writeFileSync(path, Buffer.concat([head, root, leaf, tiles]))
  return path
}

const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()

test('tiles of PMTiles are found along the curve, in a directory below too, and unpacked', async () => {
  const file = await openTiles(pmTiles())
  expect([file.minzoom, file.maxzoom]).toEqual([0, 14])
  expect(file.layers).toBeNull()
  expect(text(await file.tile(0, 0, 0))).toBe('um')
  // The specification numbers 1/1/0 as 4, 2/0/0 as 5, 3/0/0 as 21.
  expect(text(await file.tile(1, 1, 0))).toBe('dois')
  expect(text(await file.tile(2, 0, 0))).toBe('dois')
  expect(text(await file.tile(3, 0, 0))).toBe('um')
  for (const [z, x, y] of [
    [1, 0, 0],
    [1, 0, 1],
    [1, 1, 1],
    [2, 1, 1],
    [14, 7776, 6277],
  ] as const)
    expect(await file.tile(z, x, y), `${z}/${x}/${y}`).toBeNull()
  await file.close()
})

test('tiles of MBTiles are counted from the south', async () => {
  const path = join(folder, 'a.mbtiles')
  writeStreets(path)
  const file = await openTiles(path)
  expect([file.minzoom, file.maxzoom]).toEqual([2, 9])
  expect(file.layers).toEqual(['transportation', 'water'])
  expect(text(await file.tile(2, 1, 0))).toBe('norte')
  expect(await file.tile(2, 1, 3)).toBeNull()
  await file.close()
})

test('what is no file of vector tiles is refused', async () => {
  const other = join(folder, 'letter.pmtiles')
  writeFileSync(other, 'Exmos. Senhores')
  const cut = join(folder, 'cut.pmtiles')
  writeFileSync(cut, Buffer.concat([Buffer.from('PMTiles\u0003', 'latin1'), Buffer.alloc(119, 255)]))
  for (const path of [other, cut, pmTiles({ version: 2 }), pmTiles({ kind: 2 })])
    await expect(openTiles(path), path).rejects.toThrow(UnreadableTiles)
})

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPath } from '#platform/env.server.ts'
import { type TileFile, openTiles } from '#platform/tiles.server.ts'
import { ofOperator } from '#platform/operator.ts'

/** Where the operator lays a file of streets, in the data directory. */
export const streetsFolder = () => dataPath('map')

/** The streets that were laid there; `null` where there are none. What cannot be read is named. */
export type Streets = {
  name: string
  bytes: number
  /** Changes with the file: tiles are kept by browsers under it. */
  mark: string
  zooms: { min: number; max: number } | null
}

type Opened = Streets & { path: string; file: TileFile | null }
const opened = ofOperator<Promise<Opened> | null>(() => null)
const openedAs = ofOperator(() => '')

/** The streets, as they lie there now: a file that is exchanged is another one at once. */
export async function findStreets(): Promise<Streets | null> {
  const found = await openStreets()
  return found && { name: found.name, bytes: found.bytes, mark: found.mark, zooms: found.zooms }
}

/** A tile of the streets, unpacked; `null` where there is none. */
export async function readTile(z: number, x: number, y: number): Promise<Uint8Array | null> {
  const found = await openStreets()
  return (await found?.file?.tile(z, x, y)) ?? null
}

/** What the map is told of them. */
export async function streetsOfMap(): Promise<StreetsOfMap> {
  const found = await findStreets()
  if (!found?.zooms) return null
  return { tiles: `/admin/monitor/tiles/{z}/{x}/{y}?v=${found.mark}`, ...found.zooms }
}

export type StreetsOfMap = { tiles: string; min: number; max: number } | null

async function openStreets(): Promise<Opened | null> {
  const names = await readdir(streetsFolder()).catch(() => [])
  const [name] = names.filter((one) => /\.(pmtiles|mbtiles)$/i.test(one)).toSorted()
  if (name === undefined) return null
  const path = join(streetsFolder(), name)
  const { size, mtimeMs } = await stat(path)
  const mark = `${Math.floor(mtimeMs / 1000)}-${size}`
  const as = `${name} ${mark}`
  if (opened.value === null || openedAs.value !== as) {
    const before = opened.value
    openedAs.value = as
    opened.value = openOne({ path, name, bytes: size, mark })
    void before?.then(({ file }) => file?.close()).catch(() => {})
  }
  return opened.value
}

async function openOne(about: Pick<Opened, 'path' | 'name' | 'bytes' | 'mark'>): Promise<Opened> {
  // A file of somebody's: whatever is wrong with it, the map goes on without streets and the page says so.
  const file = await openTiles(about.path).catch(() => null)
  return { ...about, file, zooms: file && { min: file.minzoom, max: file.maxzoom } }
}

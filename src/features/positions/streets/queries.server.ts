import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { sha256 } from '#platform/hash.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { ofOperator } from '#platform/operator.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { NotPublic, type PublicAnswer, type ReadPublic, TooLong, readPublic } from '#platform/public-host.server.ts'
import { type TileFile, openTiles, unpackedTile } from '#platform/tiles.server.ts'
import { ENDINGS, ROADS, type StreetsFile, type StreetsOfMap, type StreetsService, type Zooms } from './schema.ts'

/** The folder for files of streets, in the data directory. */
export const streetsFolder = () => dataPath('map')

/** Whether other processes serve this installation, each of which may have a folder of its own. */
export const isOneOfSeveral = () => env().SITES > 1

export const isStreets = (name: string) => ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))

type Opened = StreetsFile & { file: TileFile | null }
const opened = ofOperator<Promise<Opened> | null>(() => null)
const openedName = ofOperator(() => '')

/** The file in use, read from the disk each time: a replaced file takes effect at once. */
export async function findFile(): Promise<StreetsFile | null> {
  const found = await openFile()
  return found && { name: found.name, bytes: found.bytes, mark: found.mark, zooms: found.zooms }
}

/** The service that was set. */
export async function findService(on: Kysely<DB> = db): Promise<StreetsService | null> {
  const row = await on.selectFrom('map_services').selectAll().executeTakeFirst()
  if (!row) return null
  return {
    address: row.address,
    host: hostOf(row.address),
    mark: sha256(row.address).slice(0, 12),
    zooms: { min: row.zoom_from, max: row.zoom_to },
  }
}

/** Facts about the streets that the map needs. */
export async function streetsOfMap(): Promise<StreetsOfMap> {
  const file = await findFile()
  if (file?.zooms) return tilesOf(file.mark, file.zooms, null)
  const service = await findService()
  return service && tilesOf(service.mark, service.zooms, service.host)
}

function tilesOf(mark: string, zooms: Zooms, host: string | null) {
  return { tiles: `/admin/monitor/tiles/{z}/{x}/{y}?v=${mark}`, ...zooms, host }
}

/** Services that could not be reached, left alone for a while. */
const unreachable = ofOperator(() => new UnreachableServices())

/**
 * A tile of the streets, unpacked; `null` where there is none, `undefined` when the service did not answer. A service
 * that could not be reached is left alone for a minute: a map asks for twenty tiles, and a browser makes at most six
 * requests to a site at a time.
 */
export async function readTile(
  zoom: number,
  x: number,
  y: number,
  read: ReadPublic = readService,
): Promise<Uint8Array | null | undefined> {
  const found = await openFile()
  if (found?.file) return found.file.tile(zoom, x, y)
  const service = await findService()
  if (service === null || zoom < service.zooms.min || zoom > service.zooms.max) return null
  const now = Temporal.Now.instant()
  if (unreachable.value.find(service.address, now)) return undefined
  try {
    const template = await templateOf(service.address, read)
    const { status, bytes } = await read(fillTemplate(template, zoom, x, y)).catch((error: unknown) => {
      if (!(error instanceof TooLong)) unreachable.value.note(service.address, 'unreachable', now)
      throw error
    })
    if (status === 204 || status === 404) return null
    if (status !== 200) return undefined
    // A page from some proxy is no tile, and a browser would keep it for a week; an empty answer is a tile without
    // streets.
    return bytes.length === 0 || isVectors(bytes) ? unpackedTile(bytes) : undefined
  } catch {
    // The map goes on without this tile, and asks for it another time.
    return undefined
  }
}

async function openFile(): Promise<Opened | null> {
  const newest = await newestFile()
  if (newest === null) return null
  const nameAndMark = `${newest.name} ${newest.mark}`
  if (opened.value === null || openedName.value !== nameAndMark) {
    const before = opened.value
    openedName.value = nameAndMark
    opened.value = openOne(newest)
    void before?.then(({ file }) => file?.close()).catch(() => {})
  }
  return opened.value
}

async function newestFile() {
  const names = (await readdir(streetsFolder()).catch(() => [])).filter(isStreets)
  const files = await Promise.all(names.map(async (name) => ({ name, ...(await stat(join(streetsFolder(), name))) })))
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? -1 : 1))
  if (!newest) return null
  const { name, size, mtimeMs } = newest
  return { name, bytes: size, mark: `${Math.floor(mtimeMs / 1000)}-${size}` }
}

async function openOne(about: Omit<StreetsFile, 'zooms'>): Promise<Opened> {
  // The file may be broken in any way: the map goes on without it, and the page says so.
  const file = await openTiles(join(streetsFolder(), about.name)).catch(() => null)
  return { ...about, file, zooms: file && { min: file.minzoom, max: file.maxzoom } }
}

/** Milliseconds within which a service must answer, and the most bytes of a tile or of its TileJSON. */
const TIMEOUT_MS = 5_000
const LONGEST_ANSWER = 4 * 1024 * 1024

const readService: ReadPublic = (url) =>
  callOut('map', hostOf(url), () => readPublic(url, { milliseconds: TIMEOUT_MS, mostBytes: LONGEST_ANSWER }))

/** A service's description of itself (TileJSON 3). */
const tileJson = z.object({
  tiles: z.array(z.string().refine((tiles) => hasHoles(tiles))).min(1),
  minzoom: z.number().int().min(0).max(22).default(0),
  maxzoom: z.number().int().min(0).max(22).default(14),
  vector_layers: z.array(z.object({ id: z.string() })),
})

/** The zooms of a service without TileJSON: those of OpenMapTiles. */
const USUAL: Zooms = { min: 0, max: 14 }

const hasHoles = (address: string) => ['{z}', '{x}', '{y}'].every((hole) => address.includes(hole))
const fillTemplate = (template: string, zoom: number, x: number, y: number) =>
  template.replaceAll('{z}', String(zoom)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))

/**
 * Asks a service whether it has streets that the map can draw, and for which zooms. Refuses `streets.inside`,
 * `streets.silent`, `streets.no-tiles`, and `streets.no-roads` when it declares that it has none.
 */
export async function askService(address: string, read: ReadPublic = readService): Promise<Zooms> {
  const host = hostOf(address)
  unreachable.value.clear(address)
  const ask = async (url: string): Promise<PublicAnswer> => {
    try {
      return await read(url)
    } catch (error) {
      throw new Refusal(error instanceof NotPublic ? 'streets.inside' : 'streets.silent', { host })
    }
  }
  if (hasHoles(address)) {
    const { status, bytes } = await ask(fillTemplate(address, 0, 0, 0))
    // The tile of the whole world must be a vector tile, packed or not, and no page or picture.
    if (status !== 200 || !isVectors(bytes)) throw new Refusal('streets.no-tiles', { host })
    return USUAL
  }
  const found = readTileJson(await ask(address))
  if (found === null) throw new Refusal('streets.no-tiles', { host })
  if (!found.vector_layers.some(({ id }) => id === ROADS)) throw new Refusal('streets.no-roads')
  if (found.minzoom > found.maxzoom) throw new Refusal('streets.no-tiles', { host })
  return { min: found.minzoom, max: found.maxzoom }
}

function readTileJson({ status, bytes }: PublicAnswer) {
  if (status !== 200) return null
  try {
    return tileJson.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** Whether this is a vector tile: it begins with a layer, field 3 of its message, or it is packed. */
function isVectors(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1a || (bytes[0] === 0x1f && bytes[1] === 0x8b)
}

/** Milliseconds for which a service's TileJSON is used: some move their tiles with each day's data. */
const TEMPLATE_HOLDS = 3_600_000
const knownTemplate = ofOperator<{ address: string; until: number; template: Promise<string> } | null>(() => null)

async function templateOf(address: string, read: ReadPublic): Promise<string> {
  if (hasHoles(address)) return address
  const now = performance.now()
  if (knownTemplate.value?.address !== address || knownTemplate.value.until < now) {
    const template = read(address).then((answer) => {
      const [tiles] = readTileJson(answer)?.tiles ?? []
      if (tiles === undefined) throw new Error('no tiles')
      return tiles
    })
    knownTemplate.value = { address, until: now + TEMPLATE_HOLDS, template }
    template.catch(() => {
      knownTemplate.value = null
      unreachable.value.note(address, 'unreachable', Temporal.Now.instant())
    })
  }
  return knownTemplate.value.template
}

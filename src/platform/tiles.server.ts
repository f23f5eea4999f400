import { type FileHandle, open, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'

/** A file of map tiles: its lowest and highest zoom, and a reader of each tile; `null` where there is none. */
export type TileFile = {
  kind: 'mbtiles' | 'pmtiles'
  /** Layers of the tiles, as the file says; `null` where it does not. */
  layers: readonly string[] | null
  minzoom: number
  maxzoom: number
  tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

/** Thrown for a file that can't be used: it holds no tiles, or pictures, or is compressed in an unknown way. */
export class UnreadableTiles extends Error {}

/** Opens a file of vector tiles: MBTiles or PMTiles (version 3), which its first bytes tell. Throws `UnreadableTiles`. */
export async function openTiles(path: string): Promise<TileFile> {
  const file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  await file.read(head, 0, HEAD_BYTES, 0)
  if (head.subarray(0, 7).toString('latin1') === 'PMTiles') {
    try {
      return await openPmTiles(file, head, (await stat(path)).size)
    } catch (error) {
      await file.close()
      throw error
    }
  }
  await file.close()
  if (head.subarray(0, 15).toString('latin1') === 'SQLite format 3') return openMbTiles(path)
  throw new UnreadableTiles('neither MBTiles nor PMTiles')
}

function openMbTiles(path: string): TileFile {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const textOf = (name: string) =>
      database.prepare('select value from metadata where name = ?').get(name)?.['value'] as string | undefined
    if (textOf('format') !== 'pbf') throw new UnreadableTiles('pictures, not vectors')
    const query = database.prepare(
      'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
    )
    return {
      kind: 'mbtiles',
      layers: layersIn(textOf('json')),
      minzoom: Number(textOf('minzoom') ?? 0),
      maxzoom: Number(textOf('maxzoom') ?? 14),
      // MBTiles counts rows from the south.
      tile: async (z, x, y) => {
        const found = query.get(z, x, 2 ** z - 1 - y)?.['tile_data'] as Uint8Array | undefined
        return found === undefined ? null : unpackedTile(found)
      },
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error instanceof UnreadableTiles ? error : new UnreadableTiles(String(error))
  }
}

/** Length of the head of PMTiles, in bytes. */
const HEAD_BYTES = 127
/** Number of gzip in PMTiles; 1 is no compression. */
const GZIP = 2
/** Most levels of directories below the root. */
const DEEPEST = 4
/** Largest directory in bytes: a file that says more is damaged. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024
const MAX_TILE_BYTES = 8 * 1024 * 1024

async function openPmTiles(file: FileHandle, head: Buffer, size: number): Promise<TileFile> {
  const [version, internal, packing, kind] = [head[7], head[97], head[98], head[99]]
  if (version !== 3) throw new UnreadableTiles(`version ${version}`)
  if (kind !== 1) throw new UnreadableTiles('pictures, not vectors')
  if (![internal, packing].every((way) => way === 1 || way === GZIP)) throw new UnreadableTiles('packed otherwise')
  const long = (at: number) => Number(head.readBigUInt64LE(at))
  const [leaves, tiles] = [long(40), long(56)]

  async function bytes(at: number, length: number, most: number): Promise<Buffer> {
    if (length > most || at + length > size) throw new UnreadableTiles('cut off')
    const found = Buffer.alloc(length)
    await file.read(found, 0, length, at)
    return found
  }
  async function directory(at: number, length: number): Promise<Entry[]> {
    const packed = await bytes(at, length, MAX_DIRECTORY_BYTES)
    return readDirectory(internal === GZIP ? gunzipSync(packed, { maxOutputLength: MAX_DIRECTORY_BYTES }) : packed)
  }
  const root = await directory(long(8), long(16))
  const metadata = await bytes(long(24), long(32), MAX_DIRECTORY_BYTES)
  const text =
    internal === GZIP && metadata.length > 0 ? gunzipSync(metadata, { maxOutputLength: MAX_DIRECTORY_BYTES }) : metadata
  // Keep leaf directories: one is read each time somebody looks at the map in its area.
  const kept = new Map<number, Entry[]>()

  return {
    kind: 'pmtiles',
    layers: layersIn(text.toString('utf8')),
    minzoom: head[100] ?? 0,
    maxzoom: head[101] ?? 14,
    async tile(z, x, y) {
      const id = tileId(z, x, y)
      let entries = root
      for (let depth = 0; depth < DEEPEST; depth++) {
        const entry = lastUpTo(entries, id)
        if (!entry) return null
        if (entry.run > 0)
          return id < entry.id + entry.run
            ? unpackedTile(await bytes(tiles + entry.offset, entry.length, MAX_TILE_BYTES))
            : null
        entries = kept.get(entry.offset) ?? (await directory(leaves + entry.offset, entry.length))
        kept.set(entry.offset, entries)
        // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
        if (kept.size > LEAVES_KEPT) kept.delete(kept.keys().next().value!)
      }
      return null
    },
    close: () => file.close(),
  }
}

const LEAVES_KEPT = 32

/** A run of tiles that have the same bytes; a run of 0 leads to a directory below. */
type Entry = { id: number; run: number; length: number; offset: number }

/** Reads the entries of a directory of PMTiles: four columns of numbers of seven bits a byte. */
function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0
  const number = () => {
    let [value, place] = [0, 1]
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new UnreadableTiles('cut off')
      value += (byte & 127) * place
      if (byte < 128) return value
      place *= 128
    }
  }
  const count = number()
  if (count > bytes.length) throw new UnreadableTiles('cut off')
  let id = 0
  const entries = Array.from({ length: count }, (): Entry => ({ id: (id += number()), run: 0, length: 0, offset: 0 }))
  for (const entry of entries) entry.run = number()
  for (const entry of entries) entry.length = number()
  let end = 0
  for (const entry of entries) {
    const length = number()
    // 0 means directly after the entry before.
    entry.offset = length === 0 ? end : length - 1
    end = entry.offset + entry.length
  }
  return entries
}

/** Finds the last entry that begins at or before a tile. */
function lastUpTo(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1
    else high = middle - 1
  }
  return entries[high]
}

/** Computes the number of a tile: its place on the Hilbert curve, after all tiles of the lower zooms. */
function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [east, south] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, below] = [(east & side) > 0 ? 1 : 0, (south & side) > 0 ? 1 : 0]
    id += side * side * ((3 * right) ^ below)
    if (below === 0) {
      if (right === 1) [east, south] = [side - 1 - east, side - 1 - south]
      ;[east, south] = [south, east]
    }
  }
  return id
}

/** Reads the names of the layers from the metadata of a file; `null` where it lists none. */
function layersIn(text: string | undefined): string[] | null {
  try {
    const { vector_layers: layers } = JSON.parse(text ?? '') as { vector_layers?: unknown }
    if (!Array.isArray(layers)) return null
    return layers.flatMap((layer: { id?: unknown } | null) => (typeof layer?.id === 'string' ? [layer.id] : []))
  } catch {
    return null
  }
}

/** Unpacks a tile if it is packed by gzip. */
export function unpackedTile(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MAX_TILE_BYTES }) : bytes
}

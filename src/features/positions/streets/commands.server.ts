import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { hostOf } from '#platform/outgoing-call.ts'
import { type TileFile, openTiles } from '#platform/tiles.server.ts'
import { findService, isStreets, streetsFolder } from './queries.server.ts'
import { ROADS, type Zooms } from './schema.ts'

/** A file of streets on the disk that is not in use yet; `forget` deletes it unless it was put in place. */
export type ReceivedStreets = {
  name: string
  kind: TileFile['kind']
  path: string
  bytes: number
  forget: () => Promise<void>
}

const UPLOAD_PREFIX = '.coming-'
/** Milliseconds after which an unfinished upload belongs to a process that was killed. */
const ABANDONED = 3_600_000

/**
 * Writes a file of streets to the disk while it arrives, and checks whether the map can draw it. Refuses
 * `streets.unreadable`, and `streets.no-roads` when it declares that it has none.
 */
export async function receiveStreets(name: string, pieces: AsyncIterable<Uint8Array>): Promise<ReceivedStreets> {
  const folder = streetsFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await forgetAbandoned(folder)
  const path = join(folder, `${UPLOAD_PREFIX}${crypto.randomUUID()}`)
  const forget = () => rm(path, { force: true })
  try {
    await pipeline(Readable.from(pieces), createWriteStream(path, { mode: 0o600 }))
    const file = await openTiles(path).catch(() => {
      throw new Refusal('streets.unreadable', { name })
    })
    await file.close()
    if (file.layers !== null && !file.layers.includes(ROADS)) throw new Refusal('streets.no-roads')
    return { name, kind: file.kind, path, bytes: (await stat(path)).size, forget }
  } catch (error) {
    await forget()
    throw error
  }
}

async function forgetAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((fileName) => fileName.startsWith(UPLOAD_PREFIX))) {
    const path = join(folder, name)
    const upload = await stat(path).catch(() => null)
    if (upload && Temporal.Now.instant().epochMilliseconds - upload.mtimeMs > ABANDONED) await rm(path, { force: true })
  }
}

/** Puts the file in place, to be used from now on, and deletes the one before. */
export async function installStreets(change: Change, { name, kind, path, bytes }: ReceivedStreets): Promise<void> {
  const plainName = name.replace(/\.[^.]*$/, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  const installedName = `${plainName.replaceAll(/^-+|-+$/g, '').slice(0, 80) || 'streets'}.${kind}`
  const before = (await readdir(streetsFolder())).filter(isStreets)
  change.note({
    subject: 'positions',
    before: { streets: before.join(', ') || null },
    after: { streets: installedName, bytes },
  })
  await rename(path, join(streetsFolder(), installedName))
  for (const other of before) if (other !== installedName) await rm(join(streetsFolder(), other))
}

/** Removes the file: the map is drawn without it from now on. Refuses `record.not-found` where there is none. */
export async function removeStreets(change: Change): Promise<void> {
  const names = (await readdir(streetsFolder()).catch(() => [])).filter(isStreets)
  if (names.length === 0) throw new Refusal('record.not-found')
  change.note({ subject: 'positions', before: { streets: names.join(', ') }, after: { streets: null } })
  for (const name of names) await rm(join(streetsFolder(), name))
}

/**
 * Sets the service that is used while there is no file; `null` removes it. Its address may contain a key, so the log names only
 * the host.
 */
export async function setService(change: Change, service: { address: string; zooms: Zooms } | null): Promise<void> {
  const before = await findService(change.tx)
  change.note({
    subject: 'positions',
    before: { streetsFrom: before?.host ?? null },
    after: { streetsFrom: service && hostOf(service.address) },
  })
  await change.tx.deleteFrom('map_services').execute()
  if (service === null) return
  await change.tx
    .insertInto('map_services')
    .values({
      address: service.address,
      zoom_from: service.zooms.min,
      zoom_to: service.zooms.max,
      set_at: change.now.toString(),
      set_by: change.actor.uid,
    })
    .execute()
}

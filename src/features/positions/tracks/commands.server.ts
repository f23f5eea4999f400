import { db } from '#db/client.server.ts'
import { tripsOf } from '#domain/trip.ts'
import { type NoTrack, readTrackFile } from '#integrations/positions/track-file.ts'
import { type NamedPosition, type Outcome, fileDevice, storePositions } from '../receiving/commands.server.ts'

/** Fixes that are stored at a time. */
const MAX_FIXES_AT_ONCE = 5_000

/** The result of importing a file with positions: fixes counted by outcome, and the trips that the file itself shows. */
export type ImportedTrack = {
  status: 'read' | NoTrack
  points: number
  unread: number
  kept: number
  outcomes: Partial<Record<Outcome, number>>
  metres: number
  trips: { from: string; to: string; metres: number }[]
  stops: { from: string; to: string; lat: number; lon: number }[]
}

/**
 * Imports the track of a file, as far as the rules allow: for the given car, or for the one whose plate is in a row or
 * in the file's name. Trips are computed from all its points, kept or not.
 */
export async function importTrack(
  bytes: Uint8Array,
  { name, car, now }: { name: string; car: { id: string } | null; now: Temporal.Instant },
): Promise<ImportedTrack> {
  const track = readTrackFile(bytes)
  const nothing = { points: 0, unread: 0, kept: 0, outcomes: {}, metres: 0, trips: [], stops: [] }
  if (typeof track === 'string') return { status: track, ...nothing }
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).execute()
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const byPlate = new Map(cars.map(({ id, plate }) => [plate, id]))
  const ofFile = car?.id ?? cars.find(({ plate }) => plain(name).includes(plate))?.id ?? null
  const devices = new Map<string, number>()
  const outcomes: Partial<Record<Outcome, number>> = {}
  const sent: NamedPosition[] = []
  for (const { known, ...fix } of track.fixes) {
    const id = (known === null ? undefined : byPlate.get(plain(known))) ?? ofFile
    const device = id === null ? null : (devices.get(id) ?? (await fileDevice(id, now)))
    if (id !== null && device !== null) devices.set(id, device)
    sent.push({ key: device, known: null, fix })
  }
  for (let at = 0; at < sent.length; at += MAX_FIXES_AT_ONCE)
    for (const outcome of await storePositions(sent.slice(at, at + MAX_FIXES_AT_ONCE)))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const { trips, stops, metres } = tripsOf(track.fixes)
  const iso = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()
  return {
    status: 'read',
    points: track.fixes.length,
    unread: track.unread,
    kept: outcomes.kept ?? 0,
    outcomes,
    metres,
    trips: trips.map(({ from, to, metres: driven }) => ({ from: iso(from), to: iso(to), metres: driven })),
    stops: stops.map(({ from, to, place }) => ({ from: iso(from), to: iso(to), ...place })),
  }
}

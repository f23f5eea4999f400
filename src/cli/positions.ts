import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { showPlate } from '#domain/identifiers.ts'
import { readDay } from '#domain/week.ts'
import { Refusal } from '#domain/refusal.ts'
import { findCarByPlate, showDay } from '#features/positions/queries.server.ts'
import { lookRecord } from '#features/positions/moments/schema.ts'
import { importTrack } from '#features/positions/tracks/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { type Answer, type Call, needed, writtenAs } from './command.ts'

/** Imports files with positions: keeps what the rules allow, and prints the trips that each file shows whether they are kept or not. */
export async function importPositions({ args, options, t, fromCaller }: Call): Promise<Answer> {
  needed(args[0], t)
  const car = typeof options['car'] === 'string' ? await carOf(options['car']) : null
  const files = []
  for (const arg of args) {
    const imported = await importTrack(await readFile(fromCaller(arg)), {
      name: basename(arg),
      car,
      now: Temporal.Now.instant(),
    })
    files.push({ name: basename(arg), ...imported })
  }
  return {
    json: { files },
    text: files
      .map(({ name, status, points, kept, metres, trips }) =>
        status === 'read'
          ? t('cli.positionsRead', { name, points, kept, trips: trips.length, km: kilometres(metres, t) })
          : t(`cli.positionsUnread.${status}`, { name }),
      )
      .join('\n'),
    failed: files.some(({ status }) => status !== 'read'),
  }
}

/** Shows trips and stops of a car on a day in Lisbon; the log records who looked. */
export async function showTrips({ args, options, t }: Call): Promise<Answer> {
  const plate = needed(args[0], t)
  const typed = needed(args[1], t)
  if (readDay(typed) === null) throw new Refusal('position.day-unread', { typed })
  const look = {
    by: { uid: null, role: 'command-line' as const },
    reason: options['reason'] === undefined ? '' : writtenAs(lookRecord.fields.reason, options['reason'], t),
    now: Temporal.Now.instant(),
  }
  const { id } = await carOf(plate)
  const { day, points, trips, stops, metres, unseen } = await showDay(look, { vehicleId: id, day: typed })
  return {
    json: {
      plate: showPlate(plate.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
      day,
      points: points.length,
      flawed: points.filter(({ flaw }) => flaw !== null).length,
      metres,
      unseen_metres: unseen,
      trips: trips.map(({ from, to, metres: driven, driver, path }) => ({
        from,
        to,
        metres: driven,
        driver: driver?.name ?? null,
        starts: path[0] ?? null,
        ends: path.at(-1) ?? null,
      })),
      stops: stops.map(({ from, to, lat, lon }) => ({ from, to, lat, lon })),
    },
    text: trips
      .map(({ from, to, metres: driven, driver }) => [from, to, kilometres(driven, t), driver?.name ?? ''].join('\t'))
      .join('\n'),
  }
}

async function carOf(plate: string): Promise<{ id: string }> {
  const car = await findCarByPlate(plate)
  if (car === null) throw new Refusal('position.car-unknown', { plate })
  return car
}

function kilometres(metres: number, t: Translator): string {
  return (metres / 1_000).toLocaleString(t.language, { maximumFractionDigits: 1 })
}

import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Directory, attribute } from '#domain/matching.ts'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import type { Terms } from '#domain/terms.ts'
import { type TollTime, tollTime } from '#domain/toll-rides.ts'
import type { Week } from '#domain/week.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import { type RidesOfWeek, listRidesIn } from '#features/imports/trips/queries.server.ts'

type OfTolls = { terms: Pick<Terms, 'tollPolicy'> }

/**
 * The parts of a gathered week that tell when its tolls were passed; with `asksTimes` the moments are needed whatever
 * the terms are.
 */
type TollTimesInput = {
  week: Week
  byDriver: ReadonlyMap<string, readonly LiveRow[]>
  directory: Directory
  terms: ReadonlyMap<string, OfTolls>
  frozen: ReadonlyMap<string, OfTolls>
  asksTimes?: boolean
}

/** Whether each toll was passed with a passenger, by driver and row. */
export type TollTimes = ReadonlyMap<string, Record<string, TollTime>>

/**
 * The toll times of each driver, where terms need them: in weeks in which somebody bears only tolls passed without a
 * passenger, and with `asksTimes` in all.
 */
export async function listTollTimes(
  weeks: readonly { input: TollTimesInput; present: readonly { id: string }[] }[],
  on: Kysely<DB>,
): Promise<(week: Week) => TollTimes> {
  const askingWeeks = weeks.flatMap(({ input, present }) => {
    const tolls = tollsOf(input, present)
    return tolls.length === 0 ? [] : [{ input, tolls }]
  })
  if (askingWeeks.length === 0) return () => NOBODY_ASKS
  const cars = new Set(
    askingWeeks.flatMap(({ tolls }) => tolls.flatMap(({ own }) => own.flatMap(({ vehicleId }) => vehicleId ?? []))),
  )
  const rides = await listRidesIn(
    askingWeeks.map(({ input }) => input.week),
    [...cars],
    on,
  )
  const times = new Map(
    askingWeeks.map(({ input, tolls }) => [input.week, tollTimesOf(tolls, input.directory, rides(input.week))]),
  )
  return (week) => times.get(week) ?? NOBODY_ASKS
}

const NOBODY_ASKS: ReadonlyMap<string, Record<string, TollTime>> = new Map()

type TollsOf = ReturnType<typeof tollsOf>

/** Drivers whose tolls need a moment, with the tolls of which driver and car are known. */
function tollsOf(
  { byDriver, directory, terms, frozen, asksTimes = false }: TollTimesInput,
  present: readonly { id: string }[],
) {
  const needsTimes = (id: string) =>
    [terms.get(id), frozen.get(id)].some((tolls) => tolls?.terms.tollPolicy === 'off-trip')
  return present.flatMap(({ id }) => {
    if (!asksTimes && !needsTimes(id)) return []
    const rows = byDriver.get(id) ?? []
    const times = rows.flatMap((row) => {
      const found = row.kind === 'toll' && row.at ? attribute(row, directory) : null
      return found?.to === 'driver' && row.at ? [{ row: row.id, at: row.at, vehicleId: found.vehicleId }] : []
    })
    return rows.some(({ kind }) => kind === 'toll') ? [{ id, rows, own: times }] : []
  })
}

function tollTimesOf(tolls: TollsOf, directory: Directory, rides: RidesOfWeek): TollTimes {
  return new Map(
    tolls.map(({ id, rows, own }) => {
      const paid = rows.filter(({ kind }) => kind === 'earning')
      // While a platform's report is missing, it may have paid any driver who has a name there.
      const paidBy = new Set(
        PLATFORMS.filter(
          (platform) =>
            paid.some(({ source }) => source === platform) ||
            (!rides.reported.has(platform) && hasName(directory, platform, id)),
        ),
      )
      const isAsked = paid.every(
        ({ source, keys }) => source !== 'bolt' || keys.some(({ value }) => rides.askedOfBolt.has(value)),
      )
      const known = isAsked ? rides.known : { ...rides.known, bolt: new Set<Week>() }
      const times: Record<string, TollTime> = {}
      for (const { kind, id: row } of rows) if (kind === 'toll') times[row] = 'unknown'
      for (const { row, at, vehicleId } of own)
        if (vehicleId !== null) times[row] = tollTime(at, rides.of(vehicleId), paidBy, known)
      return [id, times]
    }),
  )
}

function hasName({ owners }: Directory, platform: Platform, driverId: string): boolean {
  for (const [key, owner] of owners)
    if ('driverId' in owner && owner.driverId === driverId && key.startsWith(`${platform}|`)) return true
  return false
}

/** For tolls whose moment nobody needs. */
export const NO_TIMES: Readonly<Record<string, TollTime>> = {}

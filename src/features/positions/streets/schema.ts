import { z } from 'zod'
import { givenFile, optional } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The endings of a file of streets. */
export const ENDINGS = ['.mbtiles', '.pmtiles'] as const

/** The layer of OpenMapTiles from which the map draws roads. */
export const ROADS = 'transportation'

/** A file of streets; it is written to the disk while it arrives, and never held in memory as a whole. */
export const streetsFileRecord = record(
  { file: givenFile(ENDINGS.join(',')) },
  (name) => `page.monitor.streets.fields.${name}`,
)

/** The address of a service's tiles or of its TileJSON; empty for no service. */
function address() {
  return optional(500)
    .superRefine((typed, ctx) => {
      if (typed === null) return
      const url = URL.parse(typed)
      const holes = ['{z}', '{x}', '{y}'].filter((hole) => typed.includes(hole)).length
      const isAddress = url?.protocol === 'https:' && url.username === '' && url.password === ''
      if (!isAddress || (holes !== 0 && holes !== 3)) ctx.addIssue({ code: 'custom', message: 'field.tile-address' })
    })
    .meta({ field: { control: 'text', longest: 500, example: 'https://tiles.example.com/{z}/{x}/{y}.pbf' } })
}

export const serviceRecord = record({ address: address() }, (name) => `page.monitor.streets.fields.${name}`)
export const serviceInput = z.object(serviceRecord.fields)

export type Zooms = { min: number; max: number }

/** The file in use; `zooms` is `null` when it cannot be read. */
export type StreetsFile = {
  name: string
  bytes: number
  /** Changes with the file: browsers keep tiles under it. */
  mark: string
  zooms: Zooms | null
}

export type StreetsService = { address: string; host: string; mark: string; zooms: Zooms }

/** Facts about the streets that the map needs; `null` where there are none. */
export type StreetsOfMap = { tiles: string; min: number; max: number; host: string | null } | null

import { z } from 'zod'
import type { Source } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'

/** An unreadable file, and its answer. */
export type RefusedFile = {
  id: number
  name: string
  source: Source | null
  week: Week | null
  code: string
  params: Readonly<Record<string, string | number>>
  at: string
  /** The drop in which it is still kept. */
  drop: string | null
  /** Its id in the drop. */
  dropFile: string
  /** Whether the file could be read once somebody sets its week: nothing else is wrong with it. */
  lacksWeek: boolean
  /** Whether somebody set it up as a list since: its drop reads it now, and can be imported. */
  isSetUp: boolean
  /** The file to be set up as a list; `null` when it is no table, is set up already or is not kept any more. */
  teach: { drop: string; file: string } | null
  state: 'open' | 'answered' | 'waived'
  /** When somebody said that it is not needed. */
  waivedAt: string | null
}

/** The answer whether a file is needed; `from` is the page to go back to. */
export const refusedFileInput = z.object({
  needed: z.enum(['yes', 'no'], 'field.choice'),
  from: z.enum(['week', 'data']).default('data'),
})

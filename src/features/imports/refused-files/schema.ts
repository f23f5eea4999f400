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
  /** The drop in which the file is still kept. */
  drop: string | null
  /** The file's id in the drop. */
  dropFile: string
  /** Whether the file could be read once somebody sets its week: nothing else is wrong with it. */
  lacksWeek: boolean
  /** Whether somebody has set the file up as a list since, so that its drop can read and import it now. */
  isSetUp: boolean
  /** The file to be set up as a list; `null` when it is no table, is set up already or is not kept any more. */
  teach: { drop: string; file: string } | null
  state: 'open' | 'answered' | 'waived'
  /** When somebody said that the file is not needed. */
  waivedAt: string | null
}

/** The answer whether a file is needed; `from` is the page to go back to. */
export const refusedFileInput = z.object({
  needed: z.enum(['yes', 'no'], 'field.choice'),
  from: z.enum(['week', 'data']).default('data'),
})

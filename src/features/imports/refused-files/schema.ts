import { z } from 'zod'
import type { Source } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'

/** A file that could not be read, and what became of it. */
export type RefusedFile = {
  id: number
  name: string
  source: Source | null
  week: Week | null
  code: string
  params: Readonly<Record<string, string | number>>
  at: string
  /** The drop in which it still lies. */
  drop: string | null
  /** Where it lies there. */
  dropFile: string
  /** The file could be read if somebody said of which week it is: nothing else is wrong with it. */
  lacksWeek: boolean
  /** Where it can be taught what it is; `null` when it is no table or lies here no more. */
  teach: { drop: string; file: string } | null
  state: 'open' | 'answered' | 'waived'
  /** When somebody said that it is not needed. */
  waivedAt: string | null
}

/** Whether a file is needed; `from` is the page to go back to. */
export const refusedFileInput = z.object({
  needed: z.enum(['yes', 'no'], 'field.choice'),
  from: z.enum(['week', 'data']).default('data'),
})

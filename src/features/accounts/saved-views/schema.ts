import { z } from 'zod'
import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Saved filters of a list: the list's place, and the query of its address. */
export type SavedView = { id: number; place: string; query: string; name: string }

const LONGEST_QUERY = 500

export const savedView = record({ name: line(40) }, () => 'page.views.name', undefined, { tells: { name: 'words' } })

export const newViewInput = savedView.input.extend({ place: z.string(), query: z.string().max(LONGEST_QUERY) })

import { z } from 'zod'
import { text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A question that somebody asks of a list: the list's place, and the rest of the address. */
export type SavedView = { id: number; place: string; query: string; name: string }

export const LONGEST_NAME = 40
const LONGEST_QUERY = 500

export const savedView = record({ name: text(LONGEST_NAME, { required: true }) }, () => 'page.views.name')

export const newViewInput = savedView.input.extend({ place: z.string(), query: z.string().max(LONGEST_QUERY) })
export const viewNameInput = savedView.input

import { z } from 'zod'
import { LONGEST_LIST } from '#domain/listed.ts'

/** The text of a list, as a form carries it. */
export const listText = z.string().max(LONGEST_LIST, 'field.too-long')

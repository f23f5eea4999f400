import { z } from 'zod'

/** The language of whoever asked for the file; runs ordered before it was noted have none. */
export const packStatementsInput = z.object({ language: z.enum(['pt', 'en']).default('pt') })

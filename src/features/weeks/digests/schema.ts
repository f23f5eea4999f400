import { z } from 'zod'
import { RHYTHMS } from '#domain/digest.ts'

/** How often a person of the office wants the digest. */
export const digestInput = z.object({ rhythm: z.enum(RHYTHMS) })

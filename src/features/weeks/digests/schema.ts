import { z } from 'zod'
import { RHYTHMS } from '#domain/digest.ts'

/** How often somebody of the office wants to be sent what waits. */
export const digestInput = z.object({ rhythm: z.enum(RHYTHMS) })

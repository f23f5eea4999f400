import { z } from 'zod'

/** The people in whose place a visitor of the demonstration may try it. */
export const GUESTS = ['office', 'driver'] as const

export const guestInput = z.object({ as: z.enum(GUESTS, 'field.choice') })

export type Guest = (typeof GUESTS)[number]

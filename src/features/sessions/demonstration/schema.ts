import { z } from 'zod'

/** Whose place is tried. */
export const GUESTS = ['office', 'driver'] as const

export const guestInput = z.object({ as: z.enum(GUESTS, 'field.choice') })

export type Guest = (typeof GUESTS)[number]

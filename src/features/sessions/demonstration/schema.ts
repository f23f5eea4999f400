import { z } from 'zod'

/** The roles in which a visitor may try the demonstration. */
export const GUESTS = ['office', 'driver'] as const

export const guestInput = z.object({ as: z.enum(GUESTS, 'field.choice') })

export type Guest = (typeof GUESTS)[number]

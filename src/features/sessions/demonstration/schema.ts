import { z } from 'zod'

/** Query parameter of the sign-in page after a guest could not be let in: `changed`. */
export const GUEST = 'guest'

/** The roles in which a visitor may try the demonstration. */
export const GUESTS = ['office', 'driver'] as const

export const guestInput = z.object({ as: z.enum(GUESTS, 'field.choice') })

export type Guest = (typeof GUESTS)[number]

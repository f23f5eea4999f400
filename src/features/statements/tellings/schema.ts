import { z } from 'zod'

/** Whom to tell by WhatsApp, and of whom that is taken back. */
export const whatsAppInput = z.object({ whatsApp: z.uuid() })
export const takeBackInput = z.object({ takeBack: z.uuid() })

/** How one driver of a week can be told by WhatsApp, and whether that was done. Moments are text. */
export type Telling = {
  driverId: string
  /** What to send, in the driver's language. */
  text: string
  /** Opens WhatsApp with the text; `null`: no number in the record that can be dialled. */
  address: string | null
  /** `by` is a name, `null` where nobody in particular did it. */
  told: { at: string; by: string | null } | null
}

import { z } from 'zod'

/** Whom to tell by WhatsApp, and of whom that is taken back. */
export const whatsAppInput = z.object({ whatsApp: z.uuid() })
export const sharedInput = z.object({ shared: z.uuid() })
export const revokeInput = z.object({ revoke: z.uuid() })
export const takeBackInput = z.object({ takeBack: z.uuid() })

/** The words by WhatsApp, or the paper itself, shared from a phone by whatever program. */
export type TellingWay = 'whatsapp' | 'file'

/** How the office can send one driver the statement of a week by hand, and whether it did. Moments are text. */
export type Telling = {
  driverId: string
  /** What to send, in the driver's language: amount, day, and of who has an account where to read it. */
  text: string
  hasAccount: boolean
  /** WhatsApp can be opened: the number in the record can be dialled. */
  hasNumber: boolean
  /** `by` is a name, `null` where nobody in particular did it. */
  sentByHand: { at: string; by: string | null; way: TellingWay } | null
  /** The personal link that is open, and how often the paper was opened by it. */
  link: { until: string; looks: number; lookedAt: string | null } | null
}

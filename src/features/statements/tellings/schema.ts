import { z } from 'zod'

/** The driver to tell by WhatsApp and, below, the one of whom something is taken back. */
export const whatsAppInput = z.object({ whatsApp: z.uuid() })
export const sharedInput = z.object({ shared: z.uuid() })
export const revokeInput = z.object({ revoke: z.uuid() })
export const takeBackInput = z.object({ takeBack: z.uuid() })

/** As a text by WhatsApp, or as the PDF itself, shared from a phone by any program. */
export type TellingWay = 'whatsapp' | 'file'

/** How the office can send one driver the statement of a week by hand, and whether it did. Moments are text. */
export type Telling = {
  driverId: string
  /** The text to send, in the driver's language: amount, day and, for a driver with an account, where to read it. */
  text: string
  hasAccount: boolean
  /** The record has a number that WhatsApp can open. */
  hasNumber: boolean
  /** `by` is a name; `null` where no person is known. */
  sentByHand: { at: string; by: string | null; way: TellingWay } | null
  /** The open personal link, and how often the PDF was opened with it. */
  link: { until: string; looks: number; lookedAt: string | null } | null
}

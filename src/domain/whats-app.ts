import { readPhone } from './identifiers.ts'

/**
 * The address that opens WhatsApp with a text ready to be sent to a phone, or `null` for a number that cannot be dialled.
 * Joiners that keep words together on a page are no part of a message. As WhatsApp's own help says ("click to chat"): the number in international form, digits alone, and the text encoded.
 */
export function whatsAppAddress(phone: string | null, text: string): string | null {
  const number = phone === null ? null : readPhone(phone)
  return number === null
    ? null
    : `${WHATS_APP}/${number.slice(1)}?text=${encodeURIComponent(text.replaceAll('\u2060', ''))}`
}

/** Where such an address leads, and where that one leads on to. */
export const WHATS_APP = 'https://wa.me'
export const WHATS_APP_ORIGINS = [WHATS_APP, 'https://api.whatsapp.com'] as const

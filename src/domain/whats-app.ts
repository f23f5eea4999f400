import { readPhone } from './identifiers.ts'

/**
 * Makes the address that opens WhatsApp with a text ready to be sent to a phone, or answers `null` for a number that
 * cannot be dialled. Characters that keep words together on a page are taken out of the text. As WhatsApp's own help
 * says ("click to chat"), the number is in international form, digits alone, and the text is encoded.
 */
export function whatsAppAddress(phone: string | null, text: string): string | null {
  const number = phone === null ? null : readPhone(phone)
  return number === null
    ? null
    : `${WHATS_APP}/${number.slice(1)}?text=${encodeURIComponent(text.replaceAll('\u2060', ''))}`
}

/** Site of such an address, and the site to which that one redirects. */
export const WHATS_APP = 'https://wa.me'
export const WHATS_APP_ORIGINS = [WHATS_APP, 'https://api.whatsapp.com'] as const

import type { Translator } from './catalogue.ts'

/** Why a bank refused a payment or sent it back: the words of its code (ISO 20022, external codes), then the code; any other text as it is. */
export function bankReason(reason: string, t: Translator): string {
  const words = /^[A-Z]{2}\d{2}$|^[A-Z]{4}$/.test(reason) ? t.find(`page.bank.reasons.${reason}`) : null
  return words === null ? reason : `${words} (${reason})`
}

import { readIban } from '#domain/identifiers.ts'
import type { RosterWarning } from './fleet-load.ts'

/** The account as it is kept; one no bank would take is kept too, and blocks the payment until somebody corrects it. */
export function storedAccount(text: string, at: string, warnings: RosterWarning[]): string {
  const reading = readIban(text)
  if (reading.ok) return reading.value
  warnings.push({ code: 'iban-invalid', at, found: text })
  return text.toUpperCase().replaceAll(/\s/g, '')
}

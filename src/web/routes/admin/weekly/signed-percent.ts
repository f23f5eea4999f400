import type { Language } from '#messages/language.ts'
import { formatPercent } from '#messages/numbers.ts'

/** Whole percents with their sign: "−41 %". */
export function signedPercent(basisPoints: number, language: Language): string {
  const whole = Math.round(basisPoints / 100) * 100
  return (whole > 0 ? '+' : '') + formatPercent(whole, language)
}

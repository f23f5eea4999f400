import type { Step } from '#domain/settlement-types.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount, formatPercent } from '#messages/numbers.ts'

/**
 * The calculation of a line in one row, as people write it by hand: `800,00 − 200,00`, `783,54 × 4 %`, `(800,00 +
 * 330,00) × 6/106`. Empty if the line is a single figure that was typed.
 */
export function formulaOf(steps: readonly Step[], language: Language): string {
  const rated = steps.find((step) => step.kind === 'rate')
  if (rated) {
    const base = steps.slice(0, steps.indexOf(rated)).findLast((step) => step.kind === 'subtotal')
    return base ? `${formatAmount(base.amount, language)} × ${formatPercent(rated.rate, language)}` : ''
  }
  const terms = steps.filter((step) => step.kind === 'term')
  const written = terms.map(({ amount }, index) => {
    const sign = amount < 0 ? '− ' : index === 0 ? '' : '+ '
    return sign + formatAmount(Math.abs(amount), language)
  })
  const part = steps.find((step) => step.kind === 'fraction')
  if (part) {
    const whole = terms.length > 1 ? `(${written.join(' ')})` : written.join('')
    return `${whole} × ${part.numerator}/${part.denominator}`
  }
  return terms.length > 1 ? written.join(' ') : ''
}

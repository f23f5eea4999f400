import type { FinancialSettings } from '#domain/financial-settings.ts'
import { offeredTerms } from '#domain/simulation.ts'
import type { Regime, Terms } from '#domain/terms.ts'
import { proposedTerms } from '#features/fleet/terms/schema.ts'
import type { Proposals } from '#features/settlements/dry-runs/schema.ts'
import type { Language } from '#messages/language.ts'
import { errorsOf } from '#web/answer.server.ts'
import type { Reply } from '#web/reply.ts'
import { type TermsValues, termsValues } from './terms-values.ts'

/** Fields that each proposal has of its own; all others are as agreed, the same in both. */
const CHOSEN = new Set([
  ...['regime', 'rent', 'rentByDays', 'followsRent', 'driverShare', 'energyCap', 'chargingCap'],
  ...['feeMode', 'feeAmount', 'feeAlways', 'feeRate', 'feeBase', 'followsFee', 'tollPolicy'],
])

/** The regime of the second proposal until somebody chooses: another one than the first. */
const OTHER_REGIME = {
  slot: 'rental',
  rental: 'percentage',
  percentage: 'rental',
  employee: 'rental',
} as const satisfies {
  [From in Regime]: Regime
}

/**
 * Two proposals from an address, whose fields have the prefix `a-` or `b-`. Without any, the first has the agreed terms
 * and the second the usual terms of another regime. `terms` is `null` while something can't be read; `forms` fill the form
 * of new terms.
 */
export function readProposals(
  query: URLSearchParams,
  agreed: Terms,
  settings: FinancialSettings,
  language: Language,
): { reply: Reply; terms: Proposals<Terms> | null; forms: Proposals<TermsValues> } {
  const asAgreed = termsValues(agreed, settings, language)
  const other = termsValues(offeredTerms(OTHER_REGIME[agreed.regime], settings), settings, language)
  const rest = pickValues(asAgreed, (name) => !CHOSEN.has(name))
  const chosenOf = (side: 'a' | 'b') => {
    const prefix = `${side}-`
    const typed = [...query].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(2), value]] : []))
    const begun: TermsValues = typed.length > 0 ? Object.fromEntries(typed) : side === 'a' ? asAgreed : other
    return pickValues(begun, (name) => CHOSEN.has(name))
  }
  const chosen = { a: chosenOf('a'), b: chosenOf('b') }
  const forms = { a: { ...rest, ...chosen.a }, b: { ...rest, ...chosen.b } }
  const [a, b] = [proposedTerms.safeParse(forms.a), proposedTerms.safeParse(forms.b)]
  const fieldErrors = {
    ...(a.success ? {} : withPrefix('a-', errorsOf(a.error))),
    ...(b.success ? {} : withPrefix('b-', errorsOf(b.error))),
  }
  return {
    reply: { values: { ...withPrefix('a-', chosen.a), ...withPrefix('b-', chosen.b) }, fieldErrors, refusal: null },
    terms: a.success && b.success ? { a: a.data, b: b.data } : null,
    forms,
  }
}

function pickValues(values: TermsValues, isWanted: (name: string) => boolean): TermsValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

/** Errors of a proposal as a whole keep the empty name. */
function withPrefix<Value>(prefix: string, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name && prefix + name, value]))
}

import { readTypedCents } from '#domain/amount.ts'
import { type CONTRACT_LANGUAGES, filledIn } from '#domain/contract.ts'
import type { ContractTerms, WrittenFee } from '#domain/contract-terms.ts'
import { basisPoints } from '#domain/money.ts'
import { FEE_BASES, TOLL_POLICIES } from '#domain/terms.ts'
import type { Translator } from '#messages/catalogue.ts'
import { translator } from '#messages/translate.ts'

/**
 * The terms that can be read back from a contract's text. The regime and its split cannot, because the text has no
 * placeholder for them.
 */
export type TermsOfText = Pick<ContractTerms, 'fee' | 'rent' | 'tollPolicy'>

/**
 * Reads fee, rent and tolls back from a contract's text and its template, for contracts that were drafted before
 * terms were stored beside the text. `null` when the text names none of them, or when one has words that are not
 * ours.
 */
export function termsOfText(
  template: string,
  body: string,
  language: (typeof CONTRACT_LANGUAGES)[number],
): TermsOfText | null {
  const filling = filledIn(template, body)
  if (filling === null) return null
  const t = translator(language)
  const fee = filling.fee === undefined ? undefined : readFee(filling.fee, t)
  const rent = filling.rent === undefined ? undefined : readTypedCents(filling.rent)
  const tollPolicy =
    filling.tolls === undefined
      ? undefined
      : (TOLL_POLICIES.find((policy) => t(`page.contracts.tolls.${policy}`) === filling.tolls) ?? null)
  if (fee === null || rent === null || tollPolicy === null) return null
  const found = { ...(fee && { fee }), ...(rent !== undefined && { rent }), ...(tollPolicy && { tollPolicy }) }
  return Object.keys(found).length === 0 ? null : found
}

/** Marks the place of the value in the words of a fee. */
const HOLE = '\u0000'

function readFee(words: string, t: Translator): WrittenFee | null {
  if (words === t('page.contracts.fee.none')) return { mode: 'none' }
  const amount = textBetween(t('page.contracts.fee.fixed', { amount: HOLE }), words)
  const read = amount === null ? null : readTypedCents(amount)
  if (read !== null) return { mode: 'fixed', amount: read }
  for (const base of FEE_BASES) {
    const sentence = t('page.contracts.fee.percent', { rate: HOLE, base: t(`page.fleet.terms.bases.${base}`) })
    const rate = /^(\d{1,3}(?:[.,]\d{1,2})?)\s?%$/.exec(textBetween(sentence, words) ?? '')?.[1]
    if (rate) return { mode: 'percent', rate: basisPoints(Math.round(Number(rate.replace(',', '.')) * 100)), base }
  }
  return null
}

/** The words at the place of the value; `null` when the words around it differ. */
function textBetween(text: string, words: string): string | null {
  const [before = '', after = ''] = text.split(HOLE)
  const isThis = words.startsWith(before) && words.endsWith(after) && words.length > before.length + after.length
  return isThis ? words.slice(before.length, words.length - after.length) : null
}

import type { Cents } from '#domain/money.ts'
import type { Translator } from './catalogue.ts'
import { formatMoney } from './numbers.ts'

type Odd = { kind: 'negative' | 'drop' | 'rise' | 'gone'; amount: Cents; before: Cents | null }

/** "Os ganhos desceram de 612,00 € para 210,00 €." */
export function oddWords({ kind, amount, before }: Odd, t: Translator): string {
  return t(`page.reports.oddKinds.${kind}`, {
    amount: formatMoney(Math.abs(amount), t.language),
    now: formatMoney(amount, t.language),
    before: formatMoney(before ?? 0, t.language),
  })
}

/** An account of the ledger, as its own page calls it. */
export function accountWords(account: string, t: Translator): string {
  return t.find(`page.accounts.accounts.${account}`) ?? account
}

export function destinationTitle(
  destination: 'drivers' | 'covered' | 'kept' | 'state' | 'waiting',
  t: Translator,
): string {
  return t(`page.reports.destinations.${destination}`)
}

import { firstOf } from '#domain/certain.ts'
import type { Gap } from '#domain/bank-gaps.ts'
import type { NewMovements } from '#features/bank/schema.ts'
import type { NamedAccount, SpellingView } from '#features/bank/spellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'

export function accountName(t: Translator, { bank, label }: Omit<NamedAccount, 'id'>): string {
  return `${t(`page.bank.banks.${bank}`)} ${label}`
}

/** How many movements are new, from which days, and how many were known already. */
export function broughtWords(t: Translator, { fresh, known, days }: NewMovements): string {
  const came = days
    ? t('page.bank.drop.brought.fresh', {
        count: fresh.length,
        from: formatDayShort(days.from, t.language),
        to: formatDayShort(days.to, t.language),
      })
    : t('page.bank.drop.brought.none')
  return known > 0 ? `${came} ${t('page.bank.drop.brought.known', { count: known })}` : came
}

/** A gap in words: both balances, both days and the difference. */
export function gapWords(t: Translator, { closedOn, closing, openedOn, opening, difference }: Gap): string {
  return t('page.bank.gaps.says', {
    closedOn: formatDayShort(closedOn, t.language),
    closing: formatMoney(closing, t.language),
    openedOn: formatDayShort(openedOn, t.language),
    opening: formatMoney(opening, t.language),
    difference: formatMoney(difference, t.language),
  })
}

/** Asks whether a spelling is the account that it may be, or which of several it is. */
export function questionOf(t: Translator, spelling: SpellingView, meanings: readonly NamedAccount[]): string {
  const spelled = accountName(t, spelling)
  if (meanings.length !== 1) return t('page.bank.spellings.several', { spelled })
  return t('page.bank.spellings.question', { spelled, account: accountName(t, firstOf(meanings)) })
}

import type { Month } from '#domain/month.ts'
import { FEE_SUPPLIERS } from '#domain/vat-month.ts'
import { type Week, isoWeek } from '#domain/week.ts'
import type { InvoiceKind } from '#domain/invoicing.ts'
import type { Translator } from './catalogue.ts'
import { formatMonthInside, weekNumber } from './dates.ts'

type TextOf = { kind: InvoiceKind; week: Week | null; about: Week | null; what: string }
type Party =
  | { kind: 'driver'; driver: { name: string } }
  | { kind: 'platform'; platform: keyof typeof FEE_SUPPLIERS }
  | { kind: 'buyer'; name: string }

/** What a line is, as it can be written on the invoice. */
export function invoiceText({ kind, week, about, what }: TextOf, month: Month, t: Translator): string {
  const named =
    what === ''
      ? t(`page.invoices.kinds.${kind}`)
      : t('page.invoices.lines.named', { kind: t(`page.invoices.kinds.${kind}`), what })
  if (about !== null && week !== null)
    return t('page.invoices.lines.correction', { what: named, about: weekNumber(about), number: weekNumber(week) })
  if (week !== null) return t('page.invoices.lines.week', { what: named, ...isoWeek(week) })
  return what === '' && kind === 'incentives'
    ? t('page.invoices.lines.month', { what: named, month: formatMonthInside(month, t.language) })
    : named
}

/** Who an invoice is made out to. */
export function partyName(party: Party, t: Translator): string {
  if (party.kind === 'driver') return party.driver.name
  if (party.kind === 'platform') return FEE_SUPPLIERS[party.platform].name
  return party.name || t('page.invoices.buyer')
}

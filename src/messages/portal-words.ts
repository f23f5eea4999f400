import type { BasisPoints } from '#domain/money.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, monday, sunday, weekName } from '#domain/week.ts'

/*
 * What a driver chooses and writes at the Portal das Finanças, whose pages are in Portuguese alone: the same in every language
 * of this site.
 */

/** The description of a week's receipt: it names the week, so that the paper is known again. */
export function portalDescription(week: Week): string {
  return `Serviço TVDE semana ${day(monday(week))} a ${day(sunday(week))} (${weekName(week)})`
}

/** The day of the service: the last of the week. */
export function portalDay(week: Week): string {
  return day(sunday(week))
}

export const PORTAL_KIND = 'Fatura-Recibo'
export const PORTAL_REASON = 'Pagamento dos bens ou dos serviços'

/** The words for VAT that the Portal offers; `null` where nobody agreed which. */
export function portalVat({ receipt }: Terms, rate: BasisPoints): string | null {
  if (!receipt) return null
  if (receipt.vat === 'exempt') return 'IVA - Regime de isenção - Artigo 53.º n.º 1 do CIVA'
  return receipt.vat === 'reduced'
    ? `${percent(rate)} - Taxa Reduzida - Continente`
    : `${percent(rate)} - Taxa Normal - Continente`
}

/** The words for withholding that the Portal offers; `null` where nobody agreed which. */
export function portalWithholding({ receipt }: Terms): string | null {
  if (!receipt) return null
  if (receipt.withholding > 0)
    return `Sobre 100% - art. 101.º, n.ºs 1 e 9, do CIRS, à taxa de ${percent(receipt.withholding)}`
  return {
    waived: 'Dispensa de retenção - art. 101.º-B, n.º1, al. a) e b), do CIRS',
    'not-subject': 'Sem retenção - Art.101.º, n.º1 do CIRS',
    'non-resident': 'Sem retenção - Não residente sem estabelecimento',
  }[receipt.unwithheld ?? 'waived']
}

function day(date: Temporal.PlainDate): string {
  return [date.day, date.month].map((part) => String(part).padStart(2, '0')).join('/') + `/${date.year}`
}

function percent(rate: BasisPoints): string {
  return `${String(rate / 100).replace('.', ',')}%`
}

import type { LineState } from '#domain/invoicing.ts'
import { FEE_SUPPLIERS } from '#domain/vat-month.ts'
import { weekName } from '#domain/week.ts'
import type { InvoiceLine, InvoiceParty, LineSource } from '#features/accounting/invoices/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { StateTone } from '#web/ui/state.tsx'

export const LINE_TONES: Readonly<Record<LineState, StateTone>> = {
  differs: 'bad',
  credit: 'warn',
  todo: 'todo',
  undecided: 'warn',
  done: 'ok',
  none: 'plain',
}

/** The number that identifies a customer to the tax office; of a person only its last digits. */
export function partyNumber(party: InvoiceParty, t: Translator): string {
  if (party.kind === 'platform') return FEE_SUPPLIERS[party.platform].vatNumber
  if (party.kind === 'buyer') return ''
  return [
    party.driver.ref,
    party.nif === null ? t('page.invoices.noNif') : t('page.invoices.nif', { nif: party.nif }),
  ].join(' · ')
}

/** The address of the page that a line comes from. */
export function sourceAddress(source: LineSource, month: string): string {
  switch (source.kind) {
    case 'statement':
      return `/admin/weekly/${weekName(source.week)}/${source.driverId}`
    case 'damage':
      return `/admin/vehicles/${source.vehicleId}/damages/${source.damageId}`
    case 'fine':
      return `/admin/vehicles/fines/${source.fineId}`
    case 'plan':
      return `/admin/financing/${source.planId}`
    case 'sale':
      return `/admin/vehicles/${source.vehicleId}`
    case 'reports':
      return `/admin/accounting/${month}`
  }
}

/** Whether nobody has said yet what became of a line. */
export function isOpen({ state }: Pick<InvoiceLine, 'state'>): boolean {
  return state === 'todo' || state === 'credit' || state === 'differs'
}

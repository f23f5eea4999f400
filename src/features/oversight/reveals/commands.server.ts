import { showIban } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Month } from '#domain/month.ts'
import type { Week } from '#domain/week.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { currentIban, openIban } from '#features/fleet/ibans/queries.server.ts'
import type { Revealed } from './schema.ts'

type FoundValue = { subject: string; value: string | null }

/**
 * Opens one sealed value for the person who asks, and logs who, whose, which and why, never the value. Refuses
 * `record.not-found` where there is none.
 */
export async function reveal(change: Change, what: Revealed, id: string, reason: string): Promise<string> {
  const { subject, value } = await find(change, what, id)
  if (value === null) throw new Refusal('record.not-found')
  change.note({ subject, after: { revealed: FIELDS[what], reason } })
  return value
}

/** Logs that every NIF of a week was exported in one file: by whom, and why. */
export function revealWeek(change: Change, week: Week, reason: string): void {
  change.note({ subject: `week:${week}`, after: { revealed: 'nif', reason } })
}

/** Logs that every NIF in the invoices of a month was exported: by whom, and why. */
export function revealInvoices(change: Change, month: Month, reason: string): void {
  change.note({ subject: `month:${month}`, after: { revealed: 'nif', reason } })
}

const FIELDS = { iban: 'iban', company: 'iban', nif: 'nif', application: 'nif' } as const

async function find({ tx }: Change, what: Revealed, id: string): Promise<FoundValue> {
  switch (what) {
    case 'iban': {
      const { id: driverId } = await getDriver(id, tx)
      const target = await currentIban(tx, driverId)
      const value = target?.iban ? showIban(openIban({ driverId, iban: target.iban })) : null
      return { subject: `driver:${driverId}`, value }
    }
    case 'nif': {
      const { id: driverId, nif } = await getDriver(id, tx)
      return { subject: `driver:${driverId}`, value: nif }
    }
    case 'company': {
      const iban = (await findCompany(tx))?.debtorIban ?? null
      return { subject: 'company', value: iban && showIban(iban) }
    }
    case 'application': {
      const { id: applicationId, nif } = await getApplication(id, tx)
      return { subject: `application:${applicationId}`, value: nif }
    }
  }
}

import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type CompanyFact, type CompanyLack, lackingFacts, missingFacts } from '#domain/company.ts'
import { readIban, readNif } from '#domain/identifiers.ts'
import { companyRecord } from './schema.ts'

/** The operator, or `null` as long as nobody has filled it in. */
export async function findCompany(on: Kysely<DB> = db) {
  const row = await on.selectFrom('company').selectAll().executeTakeFirst()
  if (!row) return null
  const debtorIban = openOf('company.debtor_iban', '1', row.debtor_iban)
  return {
    ...companyRecord.read(row),
    /** Kept as typed; `false` when its check digit says otherwise. */
    nipcValid: row.nipc === null || readNif(row.nipc).ok,
    /** In full, for whoever pays from it: no screen is given it. */
    debtorIban,
    /** A list of drivers may bring one that no bank would take. */
    debtorIbanValid: debtorIban === null || readIban(debtorIban).ok,
    version: row.version,
    updatedAt: row.updated_at.toString(),
  }
}

/** Whether the operator shows drivers the middle half of all of them beside their own figure. */
export async function comparesDrivers(on: Kysely<DB>): Promise<boolean> {
  const company = await on.selectFrom('company').select('compares_drivers').executeTakeFirst()
  return company?.compares_drivers ?? false
}

/** Whether a swap of shifts that two drivers agreed on waits for the office. */
export async function confirmsShifts(on: Kysely<DB> = db): Promise<boolean> {
  const company = await on.selectFrom('company').select('confirms_shifts').executeTakeFirst()
  return company?.confirms_shifts ?? false
}

/** What the operator has still to say of itself before the first week: what the way of a new operator and the company's page ask for. */
export function lackingOf(company: Awaited<ReturnType<typeof findCompany>>): CompanyLack[] {
  if (!company) return lackingFacts(NOTHING_SAID, { nipc: true, iban: true })
  const { name, nipc, licenceNumber: licence, phone, email, debtorIban: iban } = company
  const isValid = { nipc: company.nipcValid, iban: company.debtorIbanValid }
  return lackingFacts({ name: name || null, nipc, licence, phone, email, iban }, isValid)
}

const NOTHING_SAID = { name: null, nipc: null, licence: null, phone: null, email: null, iban: null }

/** What the public must be told of the operator and the office has not said yet, in the order in which it is asked for. */
export async function listMissingFacts(on: Kysely<DB> = db): Promise<CompanyFact[]> {
  const company = await on
    .selectFrom('company')
    .select(['name', 'nipc', 'licence_number', 'phone', 'email'])
    .executeTakeFirst()
  return missingIn(company ?? null)
}

/** What the public must be told and is missing in a row of the company that was read already. */
export function missingIn(
  company: (Record<'nipc' | 'licence_number' | 'phone' | 'email', string | null> & { name: string }) | null,
): CompanyFact[] {
  return missingFacts({
    name: company?.name ?? null,
    nipc: company?.nipc ?? null,
    licence: company?.licence_number ?? null,
    phone: company?.phone ?? null,
    email: company?.email ?? null,
  })
}

/** Whether the operator has said who it is: before that the site publishes nothing and takes no applications. */
export async function isCompanySet(on: Kysely<DB> = db): Promise<boolean> {
  return (await listMissingFacts(on)).length === 0
}

import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type CompanyFact, type MissingCompanyFact, lackingFacts, missingFacts } from '#domain/company.ts'
import { readIban, readNif } from '#domain/identifiers.ts'
import { companyRecord } from './schema.ts'

/** The operator's record, or `null` until somebody fills it in. */
export async function findCompany(on: Kysely<DB> = db) {
  const row = await on.selectFrom('company').selectAll().executeTakeFirst()
  if (!row) return null
  const debtorIban = openOf('company.debtor_iban', '1', row.debtor_iban)
  return {
    ...companyRecord.read(row),
    /** Whether the NIPC is valid; it is saved as typed, even when its check digit is wrong. */
    nipcValid: row.nipc === null || readNif(row.nipc).ok,
    /** The whole IBAN, for making payment files; never given to a screen. */
    debtorIban,
    /** `false` for an account that no bank would accept, as an imported driver list may have. */
    debtorIbanValid: debtorIban === null || readIban(debtorIban).ok,
    version: row.version,
    updatedAt: row.updated_at.toString(),
  }
}

/** Whether drivers see, beside their own figure, the range in which the middle half of all drivers lies. */
export async function comparesDrivers(on: Kysely<DB>): Promise<boolean> {
  const company = await on.selectFrom('company').select('compares_drivers').executeTakeFirst()
  return company?.compares_drivers ?? false
}

/** Whether a shift swap on which two drivers agreed waits for the office's confirmation. */
export async function confirmsShifts(on: Kysely<DB> = db): Promise<boolean> {
  const company = await on.selectFrom('company').select('confirms_shifts').executeTakeFirst()
  return company?.confirms_shifts ?? false
}

/**
 * The facts that the operator still has to give before the first week, as the first steps and the company's page ask
 * for them.
 */
export function lackingOf(company: Awaited<ReturnType<typeof findCompany>>): MissingCompanyFact[] {
  if (!company) return lackingFacts(NO_FACTS, { nipc: true, iban: true })
  const { name, nipc, licenceNumber: licence, phone, email, debtorIban: iban } = company
  const isValid = { nipc: company.nipcValid, iban: company.debtorIbanValid }
  return lackingFacts({ name: name || null, nipc, licence, phone, email, iban }, isValid)
}

const NO_FACTS = { name: null, nipc: null, licence: null, phone: null, email: null, iban: null }

/**
 * The facts about the operator that the public must be told and the office has not given yet, in the order in which
 * they are asked for.
 */
export async function listMissingFacts(on: Kysely<DB> = db): Promise<CompanyFact[]> {
  const company = await on
    .selectFrom('company')
    .select(['name', 'nipc', 'licence_number', 'phone', 'email'])
    .executeTakeFirst()
  return missingIn(company ?? null)
}

/** The facts that the public must be told and that are missing in a row of the company that was read already. */
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

/** Whether the company's data is complete: until then the site publishes nothing and takes no applications. */
export async function isCompanySet(on: Kysely<DB> = db): Promise<boolean> {
  return (await listMissingFacts(on)).length === 0
}

import { SEPA_FORMATS } from '#domain/company.ts'
import { readNif } from '#domain/identifiers.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { companyRecord } from '#features/company/schema.ts'
import { storedAccount } from './accounts.ts'
import type { FleetLoad, RosterWarning } from './fleet-load.ts'
import type { Roster } from './schema.ts'

/** A fresh company is as the list says; one that works already only gets what it lacks. */
export async function loadCompany(
  change: Change,
  company: NonNullable<Roster['company']>,
  works: boolean,
  warnings: RosterWarning[],
): Promise<FleetLoad['company']> {
  const known = await findCompany(change.tx)
  if (company.nipc && !readNif(company.nipc).ok)
    warnings.push({ code: 'nif-wrong', at: 'company.nipc', found: company.nipc })
  const iban = company.debtor_iban && storedAccount(company.debtor_iban, 'company.debtor_iban', warnings)
  const both = (ours: readonly string[] | undefined, theirs: readonly string[] | null | undefined) => [
    ...new Set([...(ours ?? []), ...(theirs ?? [])]),
  ]

  const pick = <Value>(ours: Value | null | undefined, theirs: Value | null | undefined) =>
    (works ? (ours ?? theirs) : (theirs ?? ours)) ?? null
  const input = {
    ...(known ? companyRecord.only(known) : companyRecord.nothing),
    version: known?.version ?? 0,
    name: pick(known?.name, company.name) ?? company.name,
    nipc: pick(known?.nipc, company.nipc),
    debtorIban: pick(known?.debtorIban, iban),
    uberOrganisations: both(known?.uberOrganisations, company.uber_org_uuid ? [company.uber_org_uuid] : []),
    boltCompanies: both(known?.boltCompanies, company.bolt_companies),
    viaVerdeContracts: both(known?.viaVerdeContracts, company.via_verde_contracts),
    sepaFormat: SEPA_FORMATS.find((format) => format === known?.sepaFormat) ?? SEPA_FORMATS[0],
  }
  const isSame =
    known &&
    Object.entries(input).every(([name, value]) => JSON.stringify(Reflect.get(known, name)) === JSON.stringify(value))
  if (isSame) return 'kept'
  await saveCompany(change, input)
  return known ? 'changed' : 'added'
}

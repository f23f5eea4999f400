import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import type { CompanyInput } from './schema.ts'

/**
 * Keeps the operator as the form has it. `version` is the one the form was made from, 0 for the first time.
 * Refuses `record.changed-meanwhile` when somebody else has saved since.
 */
export async function saveCompany(deed: Deed, input: CompanyInput): Promise<void> {
  const before = await deed.tx.selectFrom('company').selectAll().forUpdate().executeTakeFirst()
  if ((before?.version ?? 0) !== input.version) throw new Refusal('record.changed-meanwhile')

  const values = {
    name: input.name,
    nipc: input.nipc,
    debtor_iban: input.debtorIban,
    uber_organisation: input.uberOrganisation,
    via_verde_contracts: input.viaVerdeContracts,
    licence_number: input.licenceNumber,
    licence_expires_on: input.licenceExpiresOn,
    sepa_format: input.sepaFormat,
    version: input.version + 1,
    updated_at: deed.now.toString(),
  }
  const written = before
    ? await deed.tx.updateTable('company').set(values).returning('version').executeTakeFirst()
    : await deed.tx
        .insertInto('company')
        .values(values)
        .onConflict((conflict) => conflict.column('single').doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')

  deed.note({ subject: 'company', before: before ? remembered(before) : null, after: remembered(values) })
}

/** What the audit log keeps: of the IBAN, only its end. */
function remembered(company: {
  name: string
  nipc: string | null
  debtor_iban?: string | null
  uber_organisation?: string | null
  via_verde_contracts: string[]
  licence_number: string | null
  licence_expires_on: string | null
  sepa_format: string
}) {
  return {
    name: company.name,
    nipc: company.nipc,
    debtorIbanEnds: company.debtor_iban?.slice(-4) ?? null,
    uberOrganisation: company.uber_organisation ?? null,
    viaVerdeContracts: company.via_verde_contracts,
    licenceNumber: company.licence_number,
    licenceExpiresOn: company.licence_expires_on,
    sepaFormat: company.sepa_format,
  }
}

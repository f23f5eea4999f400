import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readIban, readNif } from '#domain/identifiers.ts'

/** The operator, or `null` as long as nobody has filled it in. */
export async function findCompany(on: Kysely<DB> = db) {
  const row = await on.selectFrom('company').selectAll().executeTakeFirst()
  if (!row) return null
  return {
    name: row.name,
    nipc: row.nipc,
    /** Kept as typed; `false` when its check digit says otherwise. */
    nipcValid: row.nipc === null || readNif(row.nipc).ok,
    debtorIban: row.debtor_iban,
    /** A list of drivers may bring one that no bank would take. */
    debtorIbanValid: row.debtor_iban === null || readIban(row.debtor_iban).ok,
    uberOrganisation: row.uber_organisation,
    viaVerdeContracts: row.via_verde_contracts,
    licenceNumber: row.licence_number,
    licenceExpiresOn: row.licence_expires_on,
    sepaFormat: row.sepa_format,
    version: row.version,
    updatedAt: row.updated_at.toString(),
  }
}

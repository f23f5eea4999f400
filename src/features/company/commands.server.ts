import type { z } from 'zod'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import type { OwnNameList } from '#domain/imported-file.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { type CompanyInput, companyRecord } from './schema.ts'

/**
 * Saves the operator's record from the form; a form without an account keeps the known one. `version` is the one that
 * the form was made from, 0 for the first time. Refuses `record.changed-meanwhile` when somebody else has saved
 * since.
 */
export async function saveCompany(change: Change, input: CompanyInput): Promise<void> {
  const before = await change.tx.selectFrom('company').selectAll().forUpdate().executeTakeFirst()
  if ((before?.version ?? 0) !== input.version) throw new Refusal('record.changed-meanwhile')

  const known = openOf('company.debtor_iban', '1', before?.debtor_iban ?? null)
  const debtorIban = input.debtorIban ?? known
  const values = {
    ...companyRecord.columns(input),
    debtor_iban: sealFor('company.debtor_iban', '1', debtorIban),
    version: input.version + 1,
    updated_at: change.now.toString(),
  }
  const written = before
    ? await change.tx.updateTable('company').set(values).returning('version').executeTakeFirst()
    : await change.tx
        .insertInto('company')
        .values(values)
        .onConflict((conflict) => conflict.column('single').doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')

  change.note({
    subject: 'company',
    before: before ? logFields(companyRecord.read(before), known) : null,
    after: logFields(input, debtorIban),
  })
}

/**
 * Saves names by which a platform's files call the company, so that such files count as its own; known names change
 * nothing.
 */
export async function rememberOwnNames(
  change: Change,
  { list, values }: { list: OwnNameList; values: readonly string[] },
): Promise<void> {
  const known = await ownList(change, list)
  const names = [...new Set([...known, ...values])]
  if (names.length > known.length) await writeOwnList(change, list, known, names)
}

/**
 * Removes one of these names, so that files with it raise a question again; imported ones stay. Refuses
 * `record.not-found` when the company does not have the name.
 */
export async function forgetOwnName(
  change: Change,
  { list, value }: { list: OwnNameList; value: string },
): Promise<void> {
  const known = await ownList(change, list)
  if (!known.includes(value)) throw new Refusal('record.not-found')
  await writeOwnList(
    change,
    list,
    known,
    known.filter((name) => name !== value),
  )
}

const COLUMNS = {
  uberOrganisations: 'uber_organisations',
  boltCompanies: 'bolt_companies',
  viaVerdeContracts: 'via_verde_contracts',
} as const satisfies Record<OwnNameList, string>

async function ownList({ tx }: Change, list: OwnNameList): Promise<readonly string[]> {
  const row = await tx.selectFrom('company').select(COLUMNS[list]).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return Object.values(row)[0] ?? []
}

async function writeOwnList(change: Change, list: OwnNameList, before: readonly string[], after: readonly string[]) {
  await change.tx
    .updateTable('company')
    .set((company) => ({
      [COLUMNS[list]]: [...after],
      version: company('version', '+', 1),
      updated_at: change.now.toString(),
    }))
    .execute()
  change.note({ subject: 'company', before: { [list]: [...before] }, after: { [list]: [...after] } })
}

/** The company for the audit log, with only the end of the IBAN. */
function logFields(company: z.output<typeof companyRecord.input>, debtorIban: string | null) {
  return { ...companyRecord.only(company), debtorIbanEnds: debtorIban?.slice(-4) ?? null }
}

import type { FileToRead, ImportedRow } from '#domain/import.ts'
import { findProfileOf, lookAtFile, type Profile } from '#features/imports/profiles/queries.server.ts'
import { fieldErrorsOf, fieldsOf, readSetupInput } from '#features/imports/profiles/schema.ts'

/** The part of a row that a screen shows; moments are passed as text, because a browser may lack `Temporal`. */
export type ShownRow = Pick<ImportedRow, 'kind' | 'keys' | 'label' | 'measures' | 'facts' | 'amount'> & { at: string }

export type TeachView = Awaited<ReturnType<typeof lookAgain>>

/**
 * The page that teaches a file, with the answers in its address. `listSetup`: the profile to correct, which this file taught;
 * without answers the page shows it as taught.
 */
export async function lookAgain(file: FileToRead, query: URLSearchParams, listSetup: Profile | null) {
  const isAsked = query.has('source')
  const fields = listSetup ? setupFields(query, listSetup) : query
  const setupInput = readSetupInput(fields)
  const { sheets, look } = await lookAtFile(file, setupInput, listSetup?.headings)
  const known = listSetup ? null : await findProfileOf(look.headingKeys)
  const errors = fieldErrorsOf(setupInput.source, look.problems)
  return {
    file: file.name,
    sheets,
    isAsked,
    isCorrecting: listSetup !== null,
    sheet: setupInput.sheet,
    values: Object.fromEntries(fields),
    errors: isAsked ? errors : {},
    isComplete: Object.keys(errors).length === 0,
    known: known && { id: known.id, source: known.source },
    look: { ...look, result: look.result && resultOf(look.result) },
  }
}

/** The answers in the address of a profile's page; without any, those taught before. */
export function setupFields(query: URLSearchParams, listSetup: Profile): URLSearchParams {
  return query.has('source') ? query : new URLSearchParams(fieldsOf(listSetup))
}

type Result = NonNullable<Awaited<ReturnType<typeof lookAtFile>>['look']['result']>

function resultOf({ lines, ...result }: Result) {
  return {
    ...result,
    lines: lines.map(({ row, ...line }) => ({ ...line, row: row && shownRow(row) })),
  }
}

function shownRow({ at, kind, keys, label, measures, facts, amount }: ImportedRow): ShownRow {
  return { at: at?.toString() ?? '', kind, keys, label, measures, facts, amount }
}

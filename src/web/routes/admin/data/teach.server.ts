import type { FileToRead, ImportedRow } from '#domain/import.ts'
import { findProfileOf, lookAtFile, type Profile } from '#features/imports/profiles/queries.server.ts'
import { fieldErrorsOf, fieldsOf, readTeaching } from '#features/imports/profiles/schema.ts'

/** The part of a row that a screen shows; moments are passed as text, because a browser may lack `Temporal`. */
export type ShownRow = Pick<ImportedRow, 'kind' | 'keys' | 'label' | 'measures' | 'facts' | 'amount'> & { at: string }

export type TeachView = Awaited<ReturnType<typeof lookAgain>>

/**
 * The page that teaches a file, with the answers in its address. `taught`: the profile to correct, which this file taught;
 * without answers the page shows it as taught.
 */
export async function lookAgain(file: FileToRead, asked: URLSearchParams, taught: Profile | null) {
  const isAsked = asked.has('source')
  const fields = taught ? taughtFields(asked, taught) : asked
  const teaching = readTeaching(fields)
  const { sheets, look } = await lookAtFile(file, teaching, taught?.headings)
  const known = taught ? null : await findProfileOf(look.headingKeys)
  const errors = fieldErrorsOf(teaching.source, look.problems)
  return {
    file: file.name,
    sheets,
    isAsked,
    isCorrecting: taught !== null,
    sheet: teaching.sheet,
    values: Object.fromEntries(fields),
    errors: isAsked ? errors : {},
    isComplete: Object.keys(errors).length === 0,
    known: known && { id: known.id, source: known.source },
    look: { ...look, result: look.result && shown(look.result) },
  }
}

/** The answers in the address of a profile's page; without any, those taught before. */
export function taughtFields(asked: URLSearchParams, taught: Profile): URLSearchParams {
  return asked.has('source') ? asked : new URLSearchParams(fieldsOf(taught))
}

type Result = NonNullable<Awaited<ReturnType<typeof lookAtFile>>['look']['result']>

function shown({ lines, ...result }: Result) {
  return {
    ...result,
    lines: lines.map(({ row, ...line }) => ({ ...line, row: row && shownRow(row) })),
  }
}

function shownRow({ at, kind, keys, label, measures, facts, amount }: ImportedRow): ShownRow {
  return { at: at?.toString() ?? '', kind, keys, label, measures, facts, amount }
}

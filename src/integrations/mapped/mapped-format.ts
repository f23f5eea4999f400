import { fingerprintOf, reportOf } from '#domain/mapping.ts'
import { type Format, totalsOf, unreadable } from '#integrations/format.ts'
import { periodOfName, periodOfRows, periodText } from '#integrations/movements.ts'
import { HEAD_ROWS, type Header, headingKey, lastFilled, type Table } from '#platform/table.ts'
import { readList, type ListSetup } from './list.ts'

/** A list that the operator set up: `version` is that of the profile that reads it, `headings` its row of headings by their keys. */
export type Profile = ListSetup & { version: number; headings: readonly string[] }

/** Makes the format of such a list: it recognises a table with the same headings in the same order, and reads it by its mapping. */
export function mappedFormat(profile: Profile): Format {
  const fingerprint = fingerprintOf(profile.headings)
  const kind = reportOf(profile.mapping.kind)
  return {
    source: 'other',
    kind,
    recognises: (table) => {
      const header = headersOf(table).find(({ keys }) => fingerprintOf(keys) === fingerprint) ?? null
      return header && { header, language: 'pt', variant: profile.source, missing: [], known: header.keys.length }
    },
    read: (table, { header, language }, file) => {
      const { rows, problems, warnings } = readList(table, header, profile)
      if (problems.length > 0) return unreadable(problems)
      return {
        ok: true,
        file: {
          source: 'other',
          kind,
          language,
          encoding: table.encoding,
          separator: table.separator,
          columns: header.columns,
          headerLine: header.line,
          period: periodText(periodOfName(file.name) ?? periodOfRows(rows)),
          // The cover of an unknown list may hold any name, so no company is read from it.
          company: { name: null, organisation: null, contracts: [] },
          account: profile.source,
          rows,
          totals: totalsOf(rows),
          dataRows: rows.length,
          warnings,
          profile: profile.version,
        },
      }
    },
  }
}

/** Answers the leading rows of a table, each as if it were the headings. */
export function headersOf(table: Table): Header[] {
  return table.rows.slice(0, HEAD_ROWS).map((row, index) => {
    const columns = row.cells.slice(0, lastFilled(row.cells) + 1)
    return { index, line: row.line, columns, keys: columns.map(headingKey) }
  })
}

import { LONGEST_LIST } from '#domain/listed.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ListColumns } from '#integrations/lists/list-cells.ts'
import { listTextInWorker } from '#integrations/worker/read-in-worker.ts'
import { mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { writeCsv } from '#platform/csv-writer.ts'
import { sha256 } from '#platform/hash.ts'
import { writeSheet } from '#platform/sheet-writer.ts'

/**
 * The text of an uploaded list. Refuses `spreadsheet.unreadable` for what is neither text nor a spreadsheet,
 * `spreadsheet.several-sheets` if more than one sheet has such a list, and `spreadsheet.too-long`.
 */
export async function textOfList(bytes: Uint8Array, of: ListColumns): Promise<string> {
  const found = await listTextInWorker(bytes, LONGEST_LIST, of)
  if (found === null) throw new Refusal('spreadsheet.unreadable')
  if (found.is === 'several') throw new Refusal('spreadsheet.several-sheets', { names: found.sheets.join(', ') })
  if (found.text.length > LONGEST_LIST) throw new Refusal('spreadsheet.too-long')
  return found.text
}

/** An empty list to be filled in, its headings in the words given. Answers the bytes. */
export async function listTemplate(
  format: 'csv' | 'xlsx',
  headings: readonly string[],
  language: Language,
): Promise<Uint8Array> {
  if (format === 'xlsx') return await writeSheet('Volante', [headings, headings.map(() => null)])
  return writeCsv([headings], mannerOfCsv(language))
}

/**
 * The lines of a list that stay out, under its headings, as they were written: to be corrected and looked at again.
 * `rows` are the lines on which its rows begin. `null` when none stays out.
 */
export function textLeftOut(text: string, rows: readonly number[], left: readonly number[]): string | null {
  const [first] = rows
  if (first === undefined || left.length === 0) return null
  const written = text.split(/\r\n|\r|\n/)
  const after = (line: number) => rows.find((row) => row > line) ?? written.length + 1
  const lines = left.flatMap((line) => written.slice(line - 1, after(line) - 1))
  return [...written.slice(0, first - 1), ...lines].join('\n')
}

/** A hash of a list and what it would do, so that nothing else is done. A browser sends line ends in its own way. */
export function fingerprintOf(text: string, effect: unknown): string {
  return sha256(JSON.stringify([text.replaceAll(/\r\n?/g, '\n'), effect]))
}

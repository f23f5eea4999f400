import type { ImportedRow, ReadResult } from '#domain/import.ts'
import type { LongResult } from '#integrations/format.ts'
import { type FileResult, readFile } from '#integrations/read-file.ts'

/** The content of one file, with all rows in memory. */
export type WholeResult = ReadResult & Pick<FileResult, 'member'>

/** Reads a file as `readFile` does, with all rows in memory. */
export async function readWhole(...asked: Parameters<typeof readFile>): Promise<WholeResult[]> {
  const results = await readFile(...asked)
  return await Promise.all(
    results.map(async (result) => ({
      ...(await withRows(result)),
      ...(result.member ? { member: result.member } : {}),
    })),
  )
}

/** The content of a file, with its rows. */
export async function withRows(result: LongResult): Promise<ReadResult> {
  if (!result.ok) return result
  const rows: ImportedRow[] = []
  for await (const batch of result.rows()) rows.push(...batch)
  const { weeks, ...file } = result.file
  const counts = Object.entries(Object.groupBy(rows, ({ week }) => week)).map(([week, of]) => [week, of?.length])
  if (JSON.stringify(counts.toSorted()) !== JSON.stringify([...weeks]))
    throw new Error('the weeks are not those of the rows')
  return { ok: true, file: { ...file, rows } }
}

import type { BankStatement, PaymentAnswer } from '#domain/bank-statement.ts'
import type { FileRefusal, FileRefusalCode } from '#domain/import.ts'
import { type ReadableFile, refused } from '#integrations/format.ts'
import { tablesOf } from '#integrations/mapped/tables.ts'
import { sourceOf, wholeOf } from '#platform/bytes.ts'
import { type Content, sniffSource, zipContent } from '#platform/sniff.ts'
import { TableRefused } from '#platform/table.ts'
import { decodeText } from '#platform/text.ts'
import { ArchiveRefused, openZip } from '#platform/zip.ts'
import { readCamt, readPaymentAnswer } from './camt.ts'
import type { BankListSetup } from './columns.ts'
import { readBankList } from './lists.ts'
import { XmlRefused, firstAt, readXml, type Node } from './xml-tree.ts'

export type BankFileReading =
  | { ok: true; is: 'statements'; statements: readonly BankStatement[] }
  | { ok: true; is: 'answer'; answer: PaymentAnswer }
  | FileRefusal

/** Largest file in bytes: a year of a fleet is a tenth of this. It is held in memory as a whole. */
const LARGEST = 20_000_000

/**
 * Reads one file of a bank, by its bytes: a statement (camt.053, or a bank's list as CSV or XLSX) or an answer about
 * payments (pain.002). Unknown lists are read if they were set up (`listSetups`). The file is read exactly, or refused with
 * line and column; its content never makes this throw.
 */
export async function readBankFile(
  file: ReadableFile,
  listSetups: readonly BankListSetup[] = [],
): Promise<BankFileReading> {
  const bytes = sourceOf(file)
  try {
    const content = await sniffSource(bytes)
    if (bytes.size > LARGEST) return refused('too-large')
    if (content === 'xml' || content === 'text') {
      const { text } = decodeText(await wholeOf(bytes))
      if (content === 'xml' || /^\s*<([\w.-]+:)?Document\b/.test(text)) return readMessage(readXml(text))
    }
    if (content === 'text' || content === 'zip') return await readTables(file, listSetups)
    return refused(REFUSALS[content], { found: content })
  } catch (error) {
    if (error instanceof XmlRefused) return refused(error.problem === 'unsafe' ? 'not-a-statement' : 'damaged')
    if (error instanceof TableRefused) return refused(error.problem, { line: error.line, most: error.most })
    if (error instanceof ArchiveRefused) return refused(error.problem === 'encrypted' ? 'encrypted' : 'damaged')
    throw error
  }
}

const REFUSALS: Record<Exclude<Content, 'text' | 'zip' | 'xml'>, FileRefusalCode> = {
  empty: 'empty',
  html: 'not-a-statement',
  picture: 'picture',
  pdf: 'pdf',
  gzip: 'not-a-statement',
  'old-excel': 'old-excel',
  'old-word': 'word-document',
  encrypted: 'encrypted',
  binary: 'not-a-statement',
}

function readMessage(document: Node): BankFileReading {
  if (firstAt(document, 'BkToCstmrStmt')) {
    const read = readCamt(document)
    return read.ok ? { ...read, is: 'statements' } : read
  }
  if (!firstAt(document, 'CstmrPmtStsRpt')) return refused('not-a-statement')
  const read = readPaymentAnswer(document)
  return read.ok ? { ...read, is: 'answer' } : read
}

async function readTables(file: ReadableFile, listSetups: readonly BankListSetup[]): Promise<BankFileReading> {
  const bytes = sourceOf(file)
  if ((await sniffSource(bytes)) === 'zip') {
    const archive = await openZip(await wholeOf(bytes))
    archive.close()
    const found = zipContent(archive.names)
    if (found !== 'xlsx') return refused('not-a-statement', { found })
  }
  const read = (await tablesOf({ bytes })).flatMap(({ table }) => readBankList(table, listSetups) ?? [])
  const refusal = read.find((result) => !result.ok)
  if (refusal) return refusal
  const statements = read.flatMap((result) => (result.ok ? result.statements : []))
  return statements.length === 0 ? refused('not-a-statement') : { ok: true, is: 'statements', statements }
}

import { db } from '#db/client.server.ts'
import type { ReadStep } from '#db/read-step.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { weekName } from '#domain/week.ts'
import { drawCover } from '#features/accounting/month-covers/queries.server.ts'
import { fileOf } from '#features/accounting/month-files/queries.server.ts'
import { MONTH_FILES } from '#features/accounting/month-files/schema.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { sumUp } from '#features/accounting/schema.ts'
import { readBatchFile } from '#features/payments/queries.server.ts'
import { walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'
import { type ZipFile, zipPieces } from '#platform/zip-writer.ts'

type FolderRequest = { month: Month; now: Temporal.Instant; language: Language; mayPay: boolean }

/**
 * `ask` runs each read of the books, so that the caller chooses the connection. Statements and bank files are read
 * without it: they are kept as they were sent.
 */
type Books = { ask?: ReadStep }

/** The file name of a month's folder. */
export function folderName(month: Month, language: Language): string {
  return downloadName(`${translator(language)('page.accounting.files.names.folder')}-${month}`, 'zip')
}

/** All of a month as a ZIP, piece by piece: cover, tables, journal, every statement on paper, and with `mayPay` the files of the bank. */
export function walkMonthFolder(request: FolderRequest & Books): AsyncGenerator<Uint8Array> {
  return zipPieces(filesOf(request))
}

async function* filesOf({
  month,
  now,
  language,
  mayPay,
  ask = (read) => read(db),
}: FolderRequest & Books): AsyncGenerator<ZipFile> {
  const t = translator(language)
  const view = await ask((on) => getMonth(month, on))
  const cover = await ask((on) => drawCover(sumUp(view), now, language, on))
  yield { name: cover.name, data: cover.bytes }
  for (const file of MONTH_FILES)
    for (const format of ['xlsx', 'csv'] as const) {
      const { name, bytes } = await ask((on) => fileOf(view, file, format, language, on))
      yield { name, data: bytes }
    }

  const papers = t('page.accounting.files.names.papers')
  for (const { week } of view.weeks.filter(({ issued }) => issued > 0))
    for await (const { ref, bytes } of walkWeekPayslips(week, undefined, 'office'))
      yield { name: `${papers}/${weekName(week)}/${downloadName(ref, 'pdf')}`, data: bytes }

  if (!mayPay) return
  const folder = t('page.accounting.files.names.bank')
  for (const { id } of await listBatchFiles(month)) {
    const { name, bytes } = await readBatchFile(id)
    yield { name: `${folder}/${name}`, data: bytes }
  }
}

/** Lists the batches that were due in the month and still have their file, including those voided later. */
async function listBatchFiles(month: Month) {
  const { first, last } = daysOfMonth(month)
  return db
    .selectFrom('payment_batches')
    .select('id')
    .where('sha256', 'is not', null)
    .where('execution_on', '>=', first.toString())
    .where('execution_on', '<=', last.toString())
    .orderBy('id')
    .execute()
}

import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { readWeek, sunday, weekName } from '#domain/week.ts'
import { exportDriverAccount } from '#features/ledger/account-files/queries.server.ts'
import { readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listDeposits } from '#features/departures/final-accounts/queries.server.ts'
import { drawDepositStatement, drawFinalAccount } from '#features/departures/final-papers/queries.server.ts'
import { listOwnRecords } from '#features/settlements/frozen-settlements/queries.server.ts'
import { renderOwnPayslip } from '#features/statements/payslips/queries.server.ts'
import { mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { type ZipFile, writeZip } from '#platform/zip-writer.ts'

/**
 * All documents of a driver as a ZIP: statements (also of records merged into this one), weeks, current account, final
 * account, deposits.
 */
export async function exportDriverArchive(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  language: Language,
): Promise<{ name: string; bytes: Uint8Array }> {
  const t = translator(language)
  const { ref } = await getDriver(driverId)
  const files = await Array.fromAsync(walkDriverPapers(driverId, now, language))
  const day = now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  return { name: `${t('page.departures.archive.file')}-${ref}-${day}.zip`, bytes: writeZip(files) }
}

/** The documents of an archive one after the other, each drawn only when it is asked for. */
export async function* walkDriverPapers(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  language: Language,
): AsyncGenerator<ZipFile> {
  const t = translator(language)
  const { ref, id } = await getDriver(driverId)
  const head = COLUMNS.map((column): WrittenCell => t(`page.departures.archive.columns.${column}`))
  const weeks: WrittenCell[][] = [head]
  for (const record of await listOwnRecords(driverId)) {
    // Statements of a merged record have their own folder: both records may have the same week.
    const folder = [t('page.departures.archive.folder'), ...(record.id === driverId ? [] : [record.ref])].join('/')
    for (const { week: monday, state, ...amounts } of await listIssued(record.id)) {
      const week = readWeek(monday)
      const { name, bytes } = await renderOwnPayslip(record.id, week)
      yield { name: `${folder}/${name}`, data: bytes }
      weeks.push([
        weekName(week),
        { day: week },
        { day: sunday(week).toString() },
        t.find(`page.settlementStates.${state}`) ?? state,
        ...Object.values(amounts).map((amount) => ({ cents: cents(amount) })),
      ])
    }
  }
  const account = await exportDriverAccount({ id, ref }, 'current', readOn(null, now), 'csv', language)
  yield { name: t('page.departures.archive.weeks'), data: writeCsv(weeks, mannerOfCsv(language)) }
  yield { name: t('page.departures.archive.account'), data: account.bytes }
  yield* await listPapers(driverId, now, t)
}

/** All statements that were issued and not voided, the oldest first, with the amounts in the order of the columns. */
function listIssued(driverId: OwnDriverId) {
  return db
    .selectFrom('settlements')
    .select(['week', 'state', 'earnings_cents', 'costs_cents', 'adjustments_cents', 'net_cents', 'payable_cents'])
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .orderBy('week')
    .execute()
}

const COLUMNS = ['week', 'from', 'to', 'state', 'earnings', 'costs', 'adjustments', 'net', 'paid'] as const

async function listPapers(driverId: string, now: Temporal.Instant, t: ReturnType<typeof translator>) {
  const [departure, deposits] = await Promise.all([findDeparture(driverId), listDeposits(driverId, now)])
  const papers: ZipFile[] = []
  if (departure)
    papers.push({
      name: t('page.departures.archive.final'),
      data: (await drawFinalAccount(driverId, now, 'driver')).bytes,
    })
  if (deposits.length > 0)
    papers.push({
      name: t('page.departures.archive.deposit'),
      data: (await drawDepositStatement(driverId, now, 'driver')).bytes,
    })
  return papers
}

import type { RouterContextProvider } from 'react-router'
import type { OwnDriverId } from '#domain/access.ts'
import { readStatementAddress } from '#domain/own-statement.ts'
import type { Week } from '#domain/week.ts'
import { ownRecordOf } from '#features/settlements/frozen-settlements/queries.server.ts'
import { ownDriver } from './session.server.ts'

/**
 * The week of an address, and the record of the reader's for which its statement was issued: their current one, or one that
 * was merged into it. Refuses `record.not-found` for anybody else's, and what `readStatementAddress` refuses.
 */
export async function ownStatement(
  context: Readonly<RouterContextProvider>,
  address: string,
): Promise<{ driver: OwnDriverId; week: Week }> {
  const { week, formerRecord } = readStatementAddress(address)
  return { driver: await ownRecordOf(ownDriver(context), week, formerRecord), week }
}

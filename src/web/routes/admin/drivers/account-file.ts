import { exportDriverAccount, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readDriverAccountCode, readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/account-file.ts'

/** An account of a driver up to a day, as a file; by default the current account. */
export const loader = shows(async ({ url, params }: Route.LoaderArgs, { now }) => {
  const on = readOn(url.searchParams.get('on'), now)
  const driver = await getDriver(params.id)
  const code = readDriverAccountCode(url.searchParams.get('account'))
  const format = readFormat(params.format)
  const { name, bytes, type } = await exportDriverAccount(driver, code, on, format, languageOf(url.pathname))
  return attachment(name, bytes, type)
})

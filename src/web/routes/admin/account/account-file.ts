import { exportAccount, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readAccountCode, readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/account-file.ts'

/** One account of the company, or the balances of all drivers on one, up to a day, as a file; by default the bank account. */
export const loader = shows(async ({ url, params, context }: Route.LoaderArgs, { now }) => {
  const on = readOn(url.searchParams.get('on'), now)
  const account = readAccountCode(url.searchParams.get('account'))
  const format = readFormat(params.format)
  const { name, bytes, type } = await readFileFromStandby(context, (from) =>
    exportAccount(account, on, format, languageOf(url.pathname), from),
  )
  return attachment(name, bytes, type)
})

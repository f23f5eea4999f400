import { exportTrialBalance, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/trial-balance.ts'

/** All accounts with their balance at the end of a day, as a file. */
export const loader = shows(async ({ url, params, context }: Route.LoaderArgs, { now }) => {
  const on = readOn(url.searchParams.get('on'), now)
  const format = readFormat(params.format)
  const { name, bytes, type } = await readFileFromStandby(context, (from) =>
    exportTrialBalance(on, format, languageOf(url.pathname), { from }),
  )
  return attachment(name, bytes, type)
})

import { exportTrialBalance, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/trial-balance.ts'

/** All accounts with their balance at the end of a day, as a file. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const on = readOn(url.searchParams.get('on'), context.get(requestContext).now)
    const { name, bytes, type } = await exportTrialBalance(on, readFormat(params.format), languageOf(url.pathname))
    return attachment(name, bytes, type)
  })

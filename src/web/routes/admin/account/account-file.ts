import { exportAccount, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readAccountCode, readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/account-file.ts'

/** One account of the company, or what each driver has on one, up to a day, as a file; the bank's where none is named. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const on = readOn(url.searchParams.get('on'), context.get(requestContext).now)
    const account = readAccountCode(url.searchParams.get('account'))
    const format = readFormat(params.format)
    const { name, bytes, type } = await exportAccount(account, on, format, languageOf(url.pathname))
    return attachment(name, bytes, type)
  })

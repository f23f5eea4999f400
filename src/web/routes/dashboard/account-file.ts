import { exportDriverAccount, readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readDriverAccountCode, readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/account-file.ts'

/** An account of the reader's up to a day, as a file; by default the current account. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = await getDriver(ownDriver(context))
    const on = readOn(url.searchParams.get('on'), context.get(requestContext).now)
    const code = readDriverAccountCode(url.searchParams.get('account'))
    const format = readFormat(params.format)
    const { name, bytes, type } = await exportDriverAccount(driver, code, on, format, languageOf(url.pathname))
    return attachment(name, bytes, type)
  })

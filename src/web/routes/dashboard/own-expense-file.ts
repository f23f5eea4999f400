import { readExpenseFile } from '#features/accounting/own-expenses/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/own-expense-file.ts'

/** The invoice of an expense that the reader recorded. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readExpenseFile(ownDriver(context), params.expense)
    return attachment(name, bytes, mediaType)
  })

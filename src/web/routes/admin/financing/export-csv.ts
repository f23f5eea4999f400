import { exportPlans } from '#features/plans/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/export-csv.ts'

/** Every plan and request as CSV, with the headings in the language of the address. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await exportPlans(languageOf(url.pathname), context.get(requestContext).now)
    return attachment(name, bytes, 'text/csv; charset=utf-8')
  })

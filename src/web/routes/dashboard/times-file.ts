import { exportOwnTimes } from '#features/weeks/times-on-paper/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { askedPeriod } from '#web/parts/asked-period.server.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/times-file.ts'

/** The reader's own working times over some days: PDF, CSV or XLSX. */
export const loader = ({ request, url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const asked = { format: params.format, language: languageOf(url.pathname), now }
    const { name, bytes, type } = await exportOwnTimes(driver, askedPeriod({ request, url }, now), asked)
    return attachment(name, bytes, type, params.format === 'pdf' ? 'inline' : 'attachment')
  })

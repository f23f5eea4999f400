import { exportOwnYear, readYear } from '#features/accounting/own-years/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/own-year-file.ts'

/** The reader's year for their accountant: CSV, XLSX or PDF. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const year = readYear(url.searchParams.get('year'), now)
    const { name, bytes, type } = await exportOwnYear(driver, year, params.format, now, languageOf(url.pathname))
    return attachment(name, bytes, type)
  })

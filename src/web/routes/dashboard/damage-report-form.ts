import { readReportForm } from '#features/fleet/damage-reports/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/damage-report-form.ts'

/** The declaration that the reader photographed. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readReportForm({ report: params.report, driver: ownDriver(context) })
    return attachment(name, bytes, mediaType)
  })

import { readReportPhoto } from '#features/fleet/damage-reports/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/damage-report-photo.ts'

/** A photo of what the reader reported. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const ownReport = { report: params.report, driver: ownDriver(context) }
    const { name, bytes, mediaType } = await readReportPhoto(ownReport, params.photo)
    return attachment(name, bytes, mediaType)
  })

import { exportDriverTimes } from '#features/weeks/times-on-paper/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { askedPeriod } from '#web/parts/asked-period.server.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/times-file.ts'

/** A driver's working times over some days: PDF, CSV or XLSX. */
export const loader = shows(async ({ request, url, params }: Route.LoaderArgs, { now, t }) => {
  const options = { format: params.format, language: t.language, now }
  const { name, bytes, type } = await exportDriverTimes(params.id, askedPeriod({ request, url }, now), options)
  return attachment(name, bytes, type, params.format === 'pdf' ? 'inline' : 'attachment')
})

import { findNewestReported, reportOnPaper } from '#features/weeks/owner-reports/queries.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { paper } from '#web/screen.server.ts'
import { askedPeriod } from '../kpis/performance-list.tsx'
import type { Route } from './+types/report-pdf.ts'

/** The report on paper. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { t, now }) => {
  const drawn = await readFileFromStandby(context, async (on) => {
    const period = askedPeriod(new URL(request.url)) ?? (await findNewestReported(on))
    if (period === null) throw new Refusal('record.not-found')
    return reportOnPaper(period, now, t.language, on)
  })
  return { ...drawn, mediaType: 'application/pdf' }
})

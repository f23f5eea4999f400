import { findNewestReported, reportOnPaper } from '#features/weeks/owner-reports/queries.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { paper } from '#web/screen.server.ts'
import { askedPeriod } from '../kpis/performance-list.tsx'
import type { Route } from './+types/report-pdf.ts'

/** The same page on paper. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t, now }) => {
  const period = askedPeriod(new URL(request.url)) ?? (await findNewestReported())
  if (period === null) throw new Refusal('record.not-found')
  return { ...(await reportOnPaper(period, now, t.language)), mediaType: 'application/pdf' }
})

import { saveView } from '#features/accounts/saved-views/commands.server.ts'
import { scheduleReport } from '#features/weeks/report-mails/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { makeChange } from './change.server.ts'

/** Saves views of the owner in a group, and a report that is mailed regularly. */
export async function saveReports(now: Temporal.Instant, uid: string): Promise<void> {
  const t = translator('pt')
  const view = {
    place: '/admin/vehicles/fines',
    query: '?group=driver&sort=left',
    name: `${t('page.fines.title')} ${t('page.kpis.by.driver').toLowerCase()}`,
  }
  await makeChange('view.save', now, (change) => saveView(change, uid, view))
  const time = { weekday: 1, day: 1, hour: 8, readers: [uid] }
  const report = { place: '/admin/reports', query: '', name: t('page.reports.mails.usualName') } as const
  await makeChange('report.schedule', now, (change) =>
    scheduleReport(change, uid, { ...report, kind: 'week', rhythm: 'weekly', ...time }),
  )
  await makeChange('report.schedule', now, (change) =>
    scheduleReport(change, uid, { ...view, kind: 'view', rhythm: 'monthly', ...time }),
  )
}

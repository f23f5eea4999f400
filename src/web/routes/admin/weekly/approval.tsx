import { readWeek, weekName } from '#domain/week.ts'
import { takeApproval } from '#features/weeks/approvals/commands.server.ts'
import { approvalInput } from '#features/weeks/approvals/schema.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { MayNotDriveInWeek } from '#web/parts/may-not-drive.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import type { Route } from './+types/approval.ts'
import { ActionPage } from './action-page.tsx'
import { ApprovalEffects, ApprovalForm } from './approval-bar.tsx'
import { approvalReach } from './approval-reach.server.ts'
import { Checksums } from './checksums.tsx'
import { driversBarredIn } from './drivers-barred.server.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const page = await getWeekOutline(readWeek(params.week), now)
  const { name, week, isOver, approval, checks, drivers } = page
  const [barredDrivers, reach] = await Promise.all([driversBarredIn(week, drivers, now), approvalReach(page)])
  return { name, week, isOver, approval, checks, barredDrivers, reach }
})

export const action = saves('week.approve', approvalInput, async (change, input, { params }: Route.ActionArgs) => {
  const week = readWeek(params.week)
  const { run } = await takeApproval(change, week, input)
  return run ? `/admin/data/runs/${run}` : `/admin/weekly/${weekName(week)}?done=approved`
})

export default function ApprovalScreen({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useT()
  const { week, name, approval } = page
  return (
    <ActionPage week={week} weekName={name} title={t('page.week.approval.title', { number: weekNumber(week) })}>
      <FormReply reply={actionData} />
      {approval.drivers > 0 ? (
        <>
          <p>
            <b>
              {t('page.week.step.approveSummary', {
                count: approval.drivers,
                amount: formatMoney(approval.net, t.language),
              })}
            </b>
          </p>
          <p>{t('page.week.approval.text')}</p>
          <Checksums checks={page.checks} />
          <MayNotDriveInWeek drivers={page.barredDrivers} />
          {page.isOver && page.reach ? <ReachNoteOfMany counts={page.reach} /> : null}
          {page.isOver ? <ApprovalEffects approval={page.approval} /> : null}
          <ApprovalForm page={page} />
        </>
      ) : (
        <p>{t('page.week.approval.nothing')}</p>
      )}
    </ActionPage>
  )
}

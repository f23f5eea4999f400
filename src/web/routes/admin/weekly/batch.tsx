import { readWeek } from '#domain/week.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { againInput } from '#features/payments/schema.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import type { Route } from './+types/batch.ts'
import { ActionPage } from './action-page.tsx'
import { ExportForm } from './approval-bar.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { name, week, payable } = await getWeekOutline(readWeek(params.week), now)
  return { name, week, payable }
})

/** The answer is the file: asking twice gives the same file. */
export const action = saves(
  'payment.export',
  againInput,
  async (change, { again }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const { batchId } = await exportBatch(change, readWeek(params.week), { again })
    return `/admin/weekly/batches/${batchId}/file`
  },
)

export default function ExportScreen({ loaderData: { week, name, payable }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ActionPage week={week} weekName={name} title={t('page.weekActs.export.title', { number: weekNumber(week) })}>
      <FormReply reply={actionData} />
      {payable.count > 0 ? (
        <>
          <p>
            {t('page.weekActs.export.text', { count: payable.count, amount: formatMoney(payable.total, t.language) })}
          </p>
          <ExportForm week={name} cameBack={payable.cameBack} />
        </>
      ) : (
        <p>{t('page.weekActs.export.nothing')}</p>
      )}
    </ActionPage>
  )
}

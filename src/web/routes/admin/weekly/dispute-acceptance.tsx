import { changesOfContested } from '#domain/adjustment.ts'
import { minus } from '#domain/money.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { acceptDispute } from '#features/statements/disputes/commands.server.ts'
import { getContestedLine, listOthersOfSameLine } from '#features/statements/disputes/queries.server.ts'
import { acceptanceInput } from '#features/statements/disputes/schema.ts'
import { findOfficeStatement } from '#features/statements/queries.server.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { AdjustmentForm } from '#web/parts/adjustment-form.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/dispute-acceptance.ts'
import { ActionPage } from './action-page.tsx'
import { OthersOfLine } from './others-of-line.tsx'
import { ChangedSince } from './changed-since.tsx'
import { StatementSoFar } from './statement-so-far.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now, t }) => {
  const contested = await getContestedLine(params.id, now)
  const { driver, week } = contested
  const on = await openWeekFor(driver.id, week)
  const reach = await reachOfDriver(driver, 'dispute-accepted')
  const others = await listOthersOfSameLine(contested.id)
  return { contested, others, on, reach, statement: await findOfficeStatement(on, driver.id, t.language, now) }
})

export const action = saves(
  'dispute.accept',
  acceptanceInput,
  async (change, { seen, ...written }, { params }: Route.ActionArgs) => {
    await acceptDispute(change, params.id, written, seen)
    return '/admin/weekly/disputes?done=accepted'
  },
)

/** The adjustment that corrects a contested line: the whole amount of the line, unless the office enters another. */
export default function AcceptDisputeScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { contested, others, on, reach, statement } = loaderData
  const { driver, week, weekName, line } = contested
  const t = useT()
  const filled = {
    direction: 'credit' as const,
    kind: 'other' as const,
    amount: line.now < 0 ? minus(line.now) : null,
    reason: t('page.disputes.office.reason', { label: lineLabel(line, t), number: weekNumber(week) }),
  }
  return (
    <ActionPage
      week={week}
      weekName={weekName}
      title={t('page.disputes.office.acceptTitle', { name: driver.name })}
      aside={<StatementSoFar statement={statement} />}
    >
      {contested.state === 'open' ? (
        <>
          <OthersOfLine others={others} />
          <ChangedSince line={line} />
          <ReachNote reach={reach} name={driver.name} driver={driver.id} />
          {changesOfContested(line, line.amount).length > 0 ? (
            <Words>{t('page.disputes.office.corrects')}</Words>
          ) : null}
          <AdjustmentForm
            on={on}
            frozen={on === week ? null : week}
            filled={filled}
            submit={t('page.disputes.office.acceptSubmit')}
          >
            <input type="hidden" name="seen" value={line.now} />
          </AdjustmentForm>
        </>
      ) : (
        <>
          <FormReply reply={actionData} />
          <p>
            <Link to={`/admin/weekly/disputes/${contested.id}`}>{t('page.disputes.office.see')}</Link>
          </p>
        </>
      )}
    </ActionPage>
  )
}

import { href } from 'react-router'
import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { findOpenAdjustment, listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import { adjustmentInput } from '#features/adjustments/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { AdjustmentForm } from '#web/parts/adjustment-form.tsx'
import { ADDED, AdjustmentAdded, addedOf } from '#web/parts/adjustment-added.tsx'
import { Money } from '#web/parts/money.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/adjustments.ts'

/** The week that has just ended, to which an adjustment by hand usually belongs; if it is closed, the next open one takes its place. */
const usualWeek = (now: Temporal.Instant) => previousWeek(weekAt(now))

export const loader = shows(async ({ url, params }: Route.LoaderArgs, { now }) => {
  const { id, name } = await getDriver(params.id)
  const adjustments = (await listDriverAdjustments(id)).map((driverAdjustment) => ({
    id: driverAdjustment.id,
    week: driverAdjustment.week,
    weekName: weekName(driverAdjustment.week),
    kind: driverAdjustment.kind,
    about: driverAdjustment.about,
    reason: driverAdjustment.reason,
    goalResult: driverAdjustment.goalResult,
    amount: driverAdjustment.amount,
    state: driverAdjustment.isFrozen ? ('frozen' as const) : driverAdjustment.state,
    file: driverAdjustment.file,
  }))
  const added = addedOf(await findOpenAdjustment(id, url.searchParams.get(ADDED)))
  return { id, name, adjustments, added, on: await openWeekFor(id, usualWeek(now)) }
})

export const action = saves('adjustment.add', adjustmentInput, async (change, input, { params }: Route.ActionArgs) => {
  const { id } = await getDriver(params.id, change.tx)
  const added = await addAdjustment(change, { ...input, driverId: id, week: usualWeek(change.now) })
  return `${href('/admin/drivers/:id/adjustments', params)}?${ADDED}=${added.id}`
})

type Row = Route.ComponentProps['loaderData']['adjustments'][number]

const TONES: Record<Row['state'], StateTone> = { frozen: 'ok', accepted: 'info', declined: 'todo', withdrawn: 'todo' }

/** Every adjustment of a driver's weeks, and the form for another one. */
export default function DriverAdjustmentsScreen({ loaderData }: Route.ComponentProps) {
  const { id, adjustments, added, on } = loaderData
  const t = useT()
  return (
    <Stack>
      <AdjustmentAdded added={added} />
      <SideBySide list>
        <Section
          title={t('page.adjustments.list.title')}
          aside={<Link to={`/admin/drivers/${id}/adjustments/recurring`}>{t('page.adjustments.recurring.link')}</Link>}
        >
          <Table
            caption={t('page.adjustments.list.caption')}
            rows={adjustments}
            rowKey={(row) => row.id}
            empty={<p>{t('page.adjustments.list.empty')}</p>}
            columns={columns(t, id)}
          />
        </Section>
        <Section title={t('page.adjustments.form.link')}>
          <AdjustmentForm key={adjustments.length} on={on} frozen={null} />
        </Section>
      </SideBySide>
    </Stack>
  )
}

function columns(t: Translator, driver: string): Column<Row>[] {
  const path = `/admin/drivers/${driver}/adjustments`
  return [
    {
      head: t('page.adjustments.list.week'),
      cell: (row) => (
        <Link to={`/admin/weekly/${row.weekName}/${driver}`}>
          <WeekName week={row.week} part="number" />
        </Link>
      ),
    },
    {
      head: t('page.adjustments.list.what'),
      cell: ({ kind, about }) => lineLabel({ code: `adjustment.${kind}`, adjustment: { about } }, t),
    },
    { head: t('page.adjustments.list.reason'), cell: (row) => keptGoalReason(row.reason, row.goalResult, t) },
    {
      head: t('page.adjustments.list.amount'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="signed" />,
    },
    {
      head: t('page.adjustments.list.state'),
      cell: ({ state }) => <State tone={TONES[state]}>{t(`page.adjustments.list.states.${state}`)}</State>,
    },
    {
      head: t('page.adjustments.list.file'),
      cell: (row) =>
        row.file ? (
          <Link to={`${path}/${row.id}/file`} file>
            {row.file}
          </Link>
        ) : null,
    },
    {
      head: t('common.actions'),
      leadsTo: '/admin/drivers/0/adjustments/0/withdrawal',
      quiet: true,
      cell: (row) =>
        row.state === 'accepted' || row.state === 'declined' ? (
          <ActLink to={`${path}/${row.id}/withdrawal`}>
            {t(
              row.state === 'declined' ? 'page.adjustments.withdraw.declined.submit' : 'page.adjustments.list.withdraw',
            )}
          </ActLink>
        ) : null,
    },
  ]
}

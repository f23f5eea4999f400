import { href } from 'react-router'
import { weekName } from '#domain/week.ts'
import { assignVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { assignmentInput } from '#features/fleet/vehicles/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { askedWeek } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/assign.ts'
import { driverOptions } from './driver-options.server.ts'
import { PeriodForm } from './period-form.tsx'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { now } = context.get(requestContext)
    const isFirst = (await listAssignments(params.id)).length === 0
    const week = askedWeek(request)
    return {
      id: params.id,
      // Who has a car that nobody had before had it last week too: what it cost then finds its driver.
      from: typedMoment(isFirst ? null : now),
      back: week ? `/admin/weekly/${weekName(week)}` : `/admin/vehicles/${params.id}/drivers`,
      drivers: await driverOptions(now, { withFormer: true }),
    }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.assign', assignmentInput, async (input, deed) => {
    await assignVehicle(deed, params.id, input)
    const week = askedWeek(request)
    if (week) return sameLanguage(request, `/admin/weekly/${weekName(week)}?done=held`)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id/drivers', params), 'added'))
  })

export default function AssignScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { from, drivers, back } = loaderData
  return (
    <Section title={t('page.fleet.periods.assignTitle')}>
      <PeriodForm
        drivers={drivers}
        from={from}
        to={{ day: '', time: '' }}
        submit={t('page.fleet.periods.assignSubmit')}
        back={back}
        reply={reply}
      />
    </Section>
  )
}

import { href } from 'react-router'
import { assignVehicle } from '#features/vehicles/commands.server.ts'
import { assignmentInput } from '#features/vehicles/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/assign.ts'
import { driverOptions } from './driver-options.server.ts'
import { PeriodForm } from './period-form.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { now } = context.get(requestContext)
    return {
      id: params.id,
      from: typedMoment(now),
      drivers: await driverOptions(now, { withFormer: true }),
      formKey: crypto.randomUUID(),
    }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'operations' }, 'vehicle.assign', assignmentInput, async (input, deed) => {
    await assignVehicle(deed, params.id, input)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id/drivers', params), 'added'))
  })

export default function AssignScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, from, drivers, formKey } = loaderData
  return (
    <Section title={t('page.fleet.periods.assignTitle')}>
      <PeriodForm
        drivers={drivers}
        from={from}
        to={{ day: '', time: '' }}
        submit={t('page.fleet.periods.assignSubmit')}
        back={`/admin/vehicles/${id}/drivers`}
        formKey={formKey}
        reply={reply}
      />
    </Section>
  )
}

import { href } from 'react-router'
import { saveVehicle } from '#features/vehicles/commands.server.ts'
import { getVehicle } from '#features/vehicles/queries.server.ts'
import { vehicleInput } from '#features/vehicles/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/record.ts'
import { VehicleFieldset } from './vehicle-form.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return { vehicle: await getVehicle(params.id), formKey: crypto.randomUUID() }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.save', vehicleInput, async (input, deed) => {
    requireAdmin(context, 'operations')
    await saveVehicle(deed, params.id, input)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id', params), 'saved'))
  })

export default function VehicleRecordScreen({
  loaderData: { vehicle, formKey },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      {vehicle.plateKnown ? null : <Notice tone="warn">{t('page.fleet.vehicle.plateUnusual')}</Notice>}
      <Form key={vehicle.version}>
        <FormReply reply={reply} />
        <KeyField value={formKey} />
        <input type="hidden" name="version" value={vehicle.version} />
        <VehicleFieldset vehicle={vehicle} reply={reply} />
        <Actions>
          <SubmitButton>{t('page.fleet.vehicle.save')}</SubmitButton>
        </Actions>
      </Form>
    </>
  )
}

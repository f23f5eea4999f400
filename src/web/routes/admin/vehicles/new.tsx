import { href } from 'react-router'
import { createVehicle } from '#features/vehicles/commands.server.ts'
import { newVehicleInput } from '#features/vehicles/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new.ts'
import { VehicleFieldset } from './vehicle-form.tsx'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return { formKey: crypto.randomUUID() }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.create', newVehicleInput, async (input, deed) => {
    requireAdmin(context, 'operations')
    const id = await createVehicle(deed, input)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id', { id }), 'created'))
  })

export default function NewVehicleScreen({ loaderData: { formKey }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.fleet.newVehicle.title')}
        subtitle={t('page.fleet.newVehicle.subtitle')}
        back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
      />
      <Form>
        <FormReply reply={reply} />
        <KeyField value={formKey} />
        <VehicleFieldset vehicle={null} reply={reply} />
        <Actions>
          <SubmitButton>{t('page.fleet.newVehicle.submit')}</SubmitButton>
          <LinkButton to="/admin/vehicles" kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}

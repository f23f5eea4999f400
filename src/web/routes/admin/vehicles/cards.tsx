import { href } from 'react-router'
import { listKeys } from '#features/keys/queries.server.ts'
import { addVehicleKey } from '#features/vehicles/commands.server.ts'
import { vehicleKeyInput } from '#features/vehicles/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { KeysTable } from '#web/parts/keys-table.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, KeyField, SelectField, SubmitButton, TextField } from '#web/ui/form.tsx'
import type { Route } from './+types/cards.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return { id: params.id, keys: await listKeys({ vehicleId: params.id }), formKey: crypto.randomUUID() }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.add-key', vehicleKeyInput, async (input, deed) => {
    requireAdmin(context, 'operations')
    await addVehicleKey(deed, params.id, input)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id/cards', params), 'added'))
  })

const NAMES = [
  'viaverde:obu',
  'viaverde:iai',
  'prio:fuel-card',
  'prio:electric-card',
  'bp:fuel-card',
  'repsol:fuel-card',
  'edp:electric-card',
] as const

export default function CardsScreen({ loaderData: { id, keys, formKey }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <Section title={t('page.fleet.cards.title')}>
        <Stack>
          <p>{t('page.fleet.cards.text')}</p>
          <KeysTable
            caption={t('page.fleet.cards.caption')}
            keys={keys}
            removal={({ id: key }) => `/admin/vehicles/${id}/cards/${key}/removal`}
            empty={<p>{t('page.fleet.cards.empty')}</p>}
          />
        </Stack>
      </Section>
      <Section title={t('page.fleet.cards.add')}>
        <Form key={keys.length}>
          <FormReply reply={reply} />
          <KeyField value={formKey} />
          <SelectField
            name="name"
            label={t('page.fleet.cards.name')}
            options={NAMES.map((name) => ({ value: name, label: t(`page.fleet.keyNames.${name}`) }))}
            reply={reply}
            required
          />
          <TextField
            name="value"
            label={t('page.fleet.cards.value')}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            reply={reply}
            required
          />
          <Actions>
            <SubmitButton>{t('page.fleet.cards.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Section>
    </Stack>
  )
}

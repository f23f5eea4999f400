import { withdrawAccident } from '#features/fleet/accidents/commands.server.ts'
import { getAccident } from '#features/fleet/accidents/queries.server.ts'
import { withdrawInput } from '#features/fleet/accidents/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { href } from 'react-router'
import type { Route } from './+types/withdraw-accident.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => getAccident(params.id, params.accident))

export const action = saves(
  'accident.withdraw',
  withdrawInput,
  async (deed, { reason }, { params }: Route.ActionArgs) => {
    await withdrawAccident(deed, params.id, params.accident, reason)
    return withDone(href('/admin/vehicles/:id/inspections', { id: params.id }), 'removed')
  },
)

/** Takes back an accident that was written down by mistake. */
export default function WithdrawAccidentScreen({ loaderData: accident }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.accidents.withdraw.title')} aside={formatInstant(accident.at, t.language)}>
      <Form>
        <p>{t('page.accidents.withdraw.text', { place: accident.place })}</p>
        <TextField name="reason" label={t('page.accidents.withdraw.reason')} maxLength={200} required />
        <Actions>
          <SubmitButton kind="danger">{t('page.accidents.withdraw.submit')}</SubmitButton>
          <LinkButton to={`/admin/vehicles/${accident.vehicle.id}/accidents/${accident.id}`} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Section>
  )
}

import { href } from 'react-router'
import { ZONE } from '#domain/week.ts'
import { returnDriver } from '#features/departures/commands.server.ts'
import { returnInput } from '#features/departures/schema.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/come-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { figures } = await getFinalAccount(params.id, now)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return { id: params.id, figure: figures.figure, today }
})

/** Then the terms are looked at: the old ones count until others are agreed. */
export const action = saves('departure.return', returnInput, async (deed, { on }, { params }: Route.ActionArgs) => {
  await returnDriver(deed, params.id, on)
  return withDone(href('/admin/drivers/:id/terms', params), 'returned')
})

/** The same person drives again. */
export default function ComeBackScreen({ loaderData: { id, figure, today }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.departures.comeBack.title')}>
      <Stack>
        <p>{t('page.departures.comeBack.text')}</p>
        <p>{t('page.departures.comeBack.balance', { amount: formatMoney(figure, t.language) })}</p>
        <p>{t('page.departures.comeBack.terms')}</p>
        <Form reply={actionData}>
          <DateField name="on" label={t('page.departures.comeBack.on')} defaultValue={today} required />
          <Actions>
            <SubmitButton>{t('page.departures.comeBack.submit')}</SubmitButton>
            <LinkButton to={`/admin/drivers/${id}/departure`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Stack>
    </Section>
  )
}

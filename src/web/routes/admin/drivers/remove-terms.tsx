import { href } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { removeTerms } from '#features/fleet/terms/commands.server.ts'
import { getTerms } from '#features/fleet/terms/queries.server.ts'
import { removalInput } from '#features/fleet/terms/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/remove-terms.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { from } = await getTerms(params.id, readNumber(params.terms))
  return { id: params.id, week: weekNumber(readWeek(from)) }
})

export const action = saves(
  'driver.remove-terms',
  removalInput,
  async (deed, { reason }, { request, params }: Route.ActionArgs) => {
    await removeTerms(deed, params.id, readNumber(params.terms), reason)
    const own = href('/admin/drivers/:id/terms', { id: params.id })
    const back = readWayBack(request, own)
    return back === own ? withDone(own, 'removed') : withAnswer(back, 'taken-back')
  },
)

export default function RemoveTermsScreen({ loaderData: { id, week } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.fleet.terms.removeTitle')}>
      <Form>
        <p>{t('page.fleet.terms.removeText', { week })}</p>
        <TextareaField
          name="reason"
          label={t('page.fleet.terms.removeReason')}
          help={t('page.fleet.terms.reasonHelp')}
          rows={2}
          maxLength={500}
          required
        />
        <Actions>
          <SubmitButton kind="danger">{t('page.fleet.terms.removeSubmit')}</SubmitButton>
          <LinkButton to={`/admin/drivers/${id}/terms`} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Section>
  )
}

import { href } from 'react-router'
import { changeTerms } from '#features/drivers/commands.server.ts'
import { getTerms } from '#features/drivers/queries.server.ts'
import { termsInput } from '#features/drivers/schema.ts'
import { formatWeek } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/change-terms.ts'
import { TermsDryRun } from './terms-dry-run.tsx'
import { TermsForm } from './terms-form.tsx'
import { previewTerms } from './terms-preview.server.ts'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const agreed = await getTerms(params.id, Number(params.terms))
    const { now } = context.get(requestContext)
    const preview = await previewTerms(request, now, params.id, termsInput)
    return { id: params.id, agreed, formKey: crypto.randomUUID(), preview }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'money' }, 'driver.change-terms', termsInput, async (input, deed) => {
    await changeTerms(deed, params.id, Number(params.terms), input)
    return sameLanguage(request, withDone(href('/admin/drivers/:id/terms', { id: params.id }), 'terms'))
  })

export default function ChangeTermsScreen({
  loaderData: { id, agreed, formKey, preview },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.fleet.terms.changeTitle')} aside={formatWeek(agreed.from, t.language)}>
      <Stack>
        <TermsForm
          terms={agreed.terms}
          reason={agreed.reason}
          formKey={formKey}
          driverId={id}
          reply={reply ?? preview?.reply}
        />
        {preview?.dryRun && !reply ? <TermsDryRun dryRun={preview.dryRun} /> : null}
      </Stack>
    </Section>
  )
}

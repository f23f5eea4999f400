import { href } from 'react-router'
import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { removeTerms } from '#features/drivers/commands.server.ts'
import { getTerms } from '#features/drivers/queries.server.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/remove-terms.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { from } = await getTerms(params.id, Number(params.terms))
    return { id: params.id, week: weekName(readWeek(from)), formKey: crypto.randomUUID() }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'money' }, 'driver.remove-terms', z.object({}), async (_, deed) => {
    await removeTerms(deed, params.id, Number(params.terms))
    return sameLanguage(request, withDone(href('/admin/drivers/:id/terms', { id: params.id }), 'removed'))
  })

export default function RemoveTermsScreen({
  loaderData: { id, week, formKey },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.fleet.terms.removeTitle')}
      text={t('page.fleet.terms.removeText', { week })}
      submit={t('page.fleet.terms.removeSubmit')}
      back={`/admin/drivers/${id}/terms`}
      formKey={formKey}
      reply={reply}
    />
  )
}

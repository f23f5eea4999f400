import { href, redirect } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { noteExport } from '#features/oversight/personal-data/commands.server.ts'
import { exportTicketFor, findPerson, isTicketValid } from '#features/oversight/personal-data/queries.server.ts'
import { exportRecord, exportTicket } from '#features/oversight/personal-data/schema.ts'
import { readRecordId } from '#domain/record-id.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/personal-data.ts'

export const loader = shows(async ({ url, params, context }: Route.LoaderArgs, { now }) => {
  await findPerson(params.id)
  const ticket = exportTicket.safeParse(Object.fromEntries(url.searchParams))
  const isValid = ticket.success && isTicketValid(ticket.data, requireUser(context).uid, readRecordId(params.id), now)
  const file = href('/admin/drivers/:id/personal-data/file', params)
  const seesIbans = hasPower(requireUser(context), 'money')
  return { seesIbans, file: isValid ? `${file}?${new URLSearchParams(ticket.data)}` : null }
})

/** Records the reason and makes the address of the file. The form has no idempotency key: each press makes a new file. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const id = readRecordId(params.id)
    await findPerson(id)
    requireRecentSignIn(context)
    return answer(request, exportRecord.input, async ({ reason }) => {
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'personal-data.export', now }, async (change) => {
        noteExport(change, id, reason)
        return null
      })
      const ticket = exportTicketFor(requireUser(context).uid, id, now)
      const page = href('/admin/drivers/:id/personal-data', params)
      return redirect(sameLanguage(request, `${page}?${new URLSearchParams(ticket)}`), 303)
    })
  })

/** Makes a file of all data of a driver who asked for it, once the office has given the reason. */
export default function DriverPersonalDataScreen({ params, loaderData: { file, seesIbans } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <Card title={t('page.personalData.office.asks')}>
        <Stack>
          <Words>{t('page.personalData.office.text')}</Words>
          {seesIbans ? null : <Words>{t('page.personalData.office.masked')}</Words>}
          {file ? (
            <>
              <Done>{t('page.personalData.take.ready')}</Done>
              <div>
                <LinkButton to={file} kind="primary" icon="download" file>
                  {t('page.personalData.take.download')}
                </LinkButton>
              </div>
            </>
          ) : (
            <Form of={exportRecord}>
              <Actions>
                <SubmitButton>{t('page.personalData.office.prepare')}</SubmitButton>
              </Actions>
            </Form>
          )}
        </Stack>
      </Card>
      <Card title={t('page.privacy.requests.title')}>
        <Stack>
          <Words>{t('page.privacy.requests.writeText')}</Words>
          <div>
            <LinkButton to={`/admin/privacy/requests/new?driver=${params.id}`} kind="text">
              {t('page.privacy.requests.write')}
            </LinkButton>
          </div>
        </Stack>
      </Card>
      <Card title={t('page.privacy.erase.title')}>
        <Stack>
          <Words>{t('page.privacy.erase.startText')}</Words>
          <div>
            <LinkButton to={`/admin/privacy/erasures/of/driver:${params.id}`} kind="text">
              {t('page.privacy.erase.start')}
            </LinkButton>
          </div>
        </Stack>
      </Card>
    </Stack>
  )
}

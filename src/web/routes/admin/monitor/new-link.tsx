import { carryOut } from '#features/audit/commands.server.ts'
import { makeLink } from '#features/positions/links/commands.server.ts'
import { listLinkable } from '#features/positions/links/queries.server.ts'
import { linkRecord } from '#features/positions/links/schema.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-link.ts'

const BASE = '/admin/monitor/links'

export const loader = shows(async ({ request }: Route.LoaderArgs) => ({
  vehicles: (await listLinkable()).map(({ id, plate }) => ({ value: id, label: plate })),
  first: { vehicleId: new URL(request.url).searchParams.get('car') ?? '', hours: 2 },
}))

/** Without an idempotency key: the answer to one is stored, and a token must not be. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, linkRecord.input, async (input) => {
      let token = ''
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'position.link', now }, async (change) => {
        token = await makeLink(change, input)
        return null
      })
      const path = inLanguage(`/where/${token}`, languageOf(new URL(request.url).pathname))
      return { link: `${siteAddress()}${path}` }
    })
  })

/** Makes a link by which an outsider may see one car: who, for how long and why. The address is shown once. */
export default function NewCarLinkScreen({ loaderData: { vehicles, first }, actionData }: Route.ComponentProps) {
  const t = useT()
  const made = actionData !== undefined && 'link' in actionData ? actionData : null
  return (
    <>
      <PageHead
        title={t('page.carLinks.newTitle')}
        subtitle={made ? undefined : t('page.carLinks.newText')}
        back={{ to: BASE, label: t('page.carLinks.title') }}
      />
      <Page width="narrow">
        {made ? (
          <Stack>
            <LinkOnce title={t('page.carLinks.made')} link={made.link} words={t('page.carLinks.once')} />
            <Actions>
              <LinkButton to={BASE} kind="primary">
                {t('page.carLinks.title')}
              </LinkButton>
            </Actions>
          </Stack>
        ) : vehicles.length === 0 ? (
          <FirstNeeded what="car" />
        ) : (
          <Form of={linkRecord} values={first} offered={{ vehicleId: vehicles }}>
            <Actions>
              <SubmitButton>{t('page.carLinks.make')}</SubmitButton>
            </Actions>
          </Form>
        )}
      </Page>
    </>
  )
}

import { carryOut } from '#features/audit/commands.server.ts'
import { makeKey } from '#features/imports/deliveries/commands.server.ts'
import { keyRecord } from '#features/imports/deliveries/schema.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-delivery-key.ts'

export const loader = shows(async () => null)

/** Without an idempotency key: the answer to one is stored, and a key that lets files in must not be. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, keyRecord.input, async (input) => {
      let key = ''
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'delivery.make-key', now }, async (change) => {
        key = await makeKey(change, input)
        return null
      })
      return { key, name: input.name }
    })
  })

/** A key for a program that sends files; it is shown once. */
export default function NewDeliveryKeyScreen({ actionData }: Route.ComponentProps) {
  const t = useT()
  const made = actionData !== undefined && 'key' in actionData ? actionData : null
  return (
    <>
      <PageHead
        title={t('page.deliveries.newTitle')}
        subtitle={made ? undefined : t('page.deliveries.newText')}
        back={{ to: '/admin/data/deliveries', label: t('page.deliveries.title') }}
      />
      <Page width="narrow">
        {made ? (
          <Stack>
            <LinkOnce
              title={t('page.deliveries.made', { name: made.name })}
              link={made.key}
              words={t('page.deliveries.once')}
            />
            <div>
              <LinkButton to="/admin/data/deliveries" kind="primary">
                {t('page.deliveries.backToAll')}
              </LinkButton>
            </div>
          </Stack>
        ) : (
          <Form of={keyRecord}>
            <Actions>
              <SubmitButton>{t('page.deliveries.make')}</SubmitButton>
            </Actions>
          </Form>
        )}
      </Page>
    </>
  )
}

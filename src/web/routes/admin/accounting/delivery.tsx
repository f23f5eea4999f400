import { monthAt, readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { deliverMonth } from '#features/accounting/month-deliveries/commands.server.ts'
import { figuresOf } from '#features/accounting/month-deliveries/queries.server.ts'
import { deliveringMonth, seenFigures } from '#features/accounting/month-deliveries/schema.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/delivery.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const month = readMonth(params.month)
  if (month >= monthAt(now)) throw new Refusal('month.runs')
  const view = await getMonth(month)
  return {
    month,
    isWhole: view.weeks.every(({ missing }) => missing === 0),
    seen: seenFigures(await figuresOf(view, await reconcileMonth(view))),
  }
})

export const action = saves('month.deliver', deliveringMonth, async (deed, { seen }, { params }: Route.ActionArgs) => {
  const month = readMonth(params.month)
  await deliverMonth(deed, month, seen)
  return `/admin/accounting/${month}?done=delivered`
})

/** Asks whether the month is with the accountant, with the figures that are kept of it. */
export default function DeliveryScreen({ loaderData }: Route.ComponentProps) {
  const { month, isWhole, seen } = loaderData
  const t = useT()
  const back = `/admin/accounting/${month}`
  return (
    <>
      <PageHead
        title={t('page.accounting.delivery.title')}
        back={{ to: back, label: formatMonth(month, t.language) }}
      />
      <Form>
        <input type="hidden" name="seen" value={seen} />
        {isWhole ? null : (
          <Notice tone="warn">
            <p>{t('page.accounting.delivery.notYet')}</p>
          </Notice>
        )}
        <Words>{t('page.accounting.delivery.ask')}</Words>
        <Actions>
          <SubmitButton>{t('page.accounting.delivery.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}

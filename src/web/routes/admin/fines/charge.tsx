import { showFineNumber } from '#domain/fine.ts'
import { Refusal } from '#domain/refusal.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { chargeFine } from '#features/plans/charges/commands.server.ts'
import { chargeInput } from '#features/plans/charges/schema.ts'
import { openWeekFor } from '#features/settlements/proposals/queries.server.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { MoneyField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/charge.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id, number, driver, amount, informedAt } = await getFine(params.id, now)
  if (driver === null) throw new Refusal('fine.no-driver')
  if (informedAt === null) throw new Refusal('fine.not-informed')
  return { id, number, driver: driver.name, amount, informedAt, week: await openWeekFor(driver.id, begun(now)) }
})

export const action = saves('fine.charge', chargeInput, async (deed, input, { params }: Route.ActionArgs) => {
  const { driver } = await getFine(params.id, deed.now, deed.tx)
  if (driver === null) throw new Refusal('fine.no-driver')
  await chargeFine(deed, params.id, { ...input, week: await openWeekFor(driver.id, begun(deed.now), deed.tx) })
  return `/admin/vehicles/fines/${params.id}?done=charge`
})

/** The week that ended last, or the first after it without a statement. */
function begun(now: Temporal.Instant) {
  return previousWeek(weekAt(now))
}

/** How much of a fine its driver pays, at once or week by week. */
export default function ChargeFineScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, number, driver, amount, informedAt, week } = loaderData
  const back = `/admin/vehicles/fines/${id}`
  return (
    <>
      <PageHead
        title={t('page.fines.charge.title', { number: showFineNumber(number) })}
        back={{ to: back, label: t('page.fines.one', { number: showFineNumber(number) }) }}
      />
      <Page width="narrow">
        <Form reply={reply}>
          <Words>{t('page.fines.charge.text', { driver, day: formatInstant(informedAt, t.language) })}</Words>
          <MoneyField
            name="amount"
            label={t('page.fines.charge.amount')}
            defaultValue={amount === null ? '' : formatAmount(amount, t.language)}
            required
          />
          <TextField
            name="count"
            label={t('page.fines.charge.count')}
            help={t('page.fines.charge.countHelp')}
            inputMode="numeric"
            defaultValue="1"
            required
          />
          <Words look="soft">{t('page.fines.charge.from', { week: weekNumber(week) })}</Words>
          <Actions>
            <SubmitButton>{t('page.fines.charge.submit')}</SubmitButton>
            <LinkButton to={back} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

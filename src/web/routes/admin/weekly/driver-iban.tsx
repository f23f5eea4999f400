import { readWeek, weekName } from '#domain/week.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { ibanInput } from '#features/fleet/ibans/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import type { Route } from './+types/driver-iban.ts'
import { ActionPage } from './action-page.tsx'
import { IbanForm } from './iban-form.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { id, name } = await getDriver(params.driver)
  return { week, name: weekName(week), driver: { id, name } }
})

/** Changes a driver's IBAN like the driver's own page, without leaving the week. */
export const action = saves(
  'driver.change-iban',
  ibanInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await changeIban(change, params.driver, input)
    return `/admin/weekly/${weekName(readWeek(params.week))}?done=iban`
  },
)

export default function DriverIbanScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { week, name, driver } = loaderData
  return (
    <ActionPage week={week} weekName={name} title={t('page.exceptions.iban.page', { name: driver.name })}>
      <FormReply reply={reply} />
      <IbanForm week={name} driver={driver} reply={reply} />
    </ActionPage>
  )
}

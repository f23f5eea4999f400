import { readWeek, weekName } from '#domain/week.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { chargeRentAgain, waiveRent } from '#features/fleet/terms/commands.server.ts'
import { rentInput } from '#features/weeks/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/driver-rent.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { name } = await getDriver(params.driver)
  return { week, name: weekName(week), driver: name }
})

/** Waives the rent of a week in which the driver has no car on record, or charges it after all. */
export const action = saves(
  ({ rent }) => `rent.${rent}`,
  rentInput,
  async (change, { rent }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const { id } = await getDriver(params.driver, change.tx)
    if (rent === 'waive') await waiveRent(change, id, week)
    else await chargeRentAgain(change, id, week)
    return `/admin/weekly/${weekName(week)}?done=${rent === 'waive' ? 'said' : 'taken-back'}`
  },
)

/** Shown only when the answer was refused. */
export default function DriverRentScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { week, name, driver } = loaderData
  return (
    <RefusedAnswer week={week} name={name} title={t('page.exceptions.noCar.page', { name: driver })} reply={reply} />
  )
}

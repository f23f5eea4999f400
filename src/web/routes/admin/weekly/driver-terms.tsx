import { readWeek, weekName } from '#domain/week.ts'
import { giveSameTerms } from '#features/weeks/answers/commands.server.ts'
import { sameTermsInput } from '#features/weeks/answers/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/driver-terms.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { name } = await getDriver(params.driver)
  return { week, name: weekName(week), driver: name }
})

/** Gives a driver without terms those of most drivers of the week. */
export const action = saves(
  'driver.add-terms',
  sameTermsInput,
  async (change, { like }, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const reason = translatorFor(languageOf(new URL(request.url).pathname))('page.exceptions.terms.reason')
    await giveSameTerms(change, week, { driverId: params.driver, like, reason })
    return `/admin/weekly/${weekName(week)}?done=terms`
  },
)

/** Shown only when the answer was refused. */
export default function DriverTermsScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { week, name, driver } = loaderData
  return (
    <RefusedAnswer week={week} name={name} title={t('page.exceptions.terms.page', { name: driver })} reply={reply} />
  )
}

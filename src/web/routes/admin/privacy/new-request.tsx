import { writeRequest } from '#features/oversight/data-requests/commands.server.ts'
import { requestRecord } from '#features/oversight/data-requests/schema.ts'
import { findPerson } from '#features/oversight/personal-data/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/new-request.ts'

const driverIn = (url: URL) => url.searchParams.get('driver')

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const driver = driverIn(url)
  const name = driver === null ? '' : (await findPerson(driver)).name
  return { name, contact: '', words: '', askedOn: typedMoment(now).day }
})

export const action = saves(
  'data-request.write',
  requestRecord.input,
  async (change, input, { request }: Route.ActionArgs) => {
    const driver = driverIn(new URL(request.url))
    if (driver !== null) await findPerson(driver)
    const id = await writeRequest(change, input, driver)
    return `/admin/privacy/requests/${id}?done=written`
  },
)

/** Records a request that came by letter, in person or by e-mail. */
export default function NewRequestScreen({ loaderData: values }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.privacy.requests.write')}
      subtitle={t('page.privacy.requests.writeText')}
      back={{ to: '/admin/privacy/requests', label: t('page.privacy.requests.title') }}
      of={requestRecord}
      values={values}
      buttonWords={t('page.privacy.requests.save')}
    />
  )
}

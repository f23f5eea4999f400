import { writeBreach } from '#features/oversight/breaches/commands.server.ts'
import { breachRecord } from '#features/oversight/breaches/schema.ts'
import { useT } from '#web/i18n.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/new-breach.ts'

export const loader = shows((_: Route.LoaderArgs, { now }) => Promise.resolve({ knownAt: now.toString() }))

export const action = saves('data-breach.write', breachRecord.input, async (change, input) => {
  const id = await writeBreach(change, input)
  return `/admin/privacy/breaches/${id}?done=written`
})

/** Records a breach, as far as it is known. */
export default function NewBreachScreen({ loaderData: { knownAt } }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.privacy.breaches.write')}
      subtitle={t('page.privacy.breaches.writeText')}
      back={{ to: '/admin/privacy/breaches', label: t('page.privacy.breaches.title') }}
      of={breachRecord}
      values={{ knownAt }}
      buttonWords={t('page.privacy.breaches.save')}
    />
  )
}

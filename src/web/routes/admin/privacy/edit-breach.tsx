import { Refusal } from '#domain/refusal.ts'
import { changeBreach } from '#features/oversight/breaches/commands.server.ts'
import { getBreach } from '#features/oversight/breaches/queries.server.ts'
import { breachRecord } from '#features/oversight/breaches/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/edit-breach.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const breach = await getBreach(params.id, now)
  if (breach.closedAt !== null) throw new Refusal('breach.closed')
  return breach
})

export const action = saves(
  'data-breach.change',
  breachRecord.input.and(opened),
  async (change, { opened: seen, ...facts }, { params, url }: Route.ActionArgs) => {
    const before = await getBreach(params.id, change.now, change.tx)
    refuseIfChanged(breachRecord, seen, before, languageOf(url.pathname))
    await changeBreach(change, params.id, facts)
    return `/admin/privacy/breaches/${params.id}?done=changed`
  },
)

/** Adds new facts to a breach. */
export default function EditBreachScreen({ loaderData: breach }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.privacy.breaches.edit')}
      back={{ to: `/admin/privacy/breaches/${breach.id}`, label: t('page.privacy.breaches.one') }}
      of={breachRecord}
      values={breach}
      version={null}
      buttonWords={t('page.privacy.breaches.save')}
    />
  )
}

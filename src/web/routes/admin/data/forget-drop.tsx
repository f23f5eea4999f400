import { forgetDrop } from '#features/imports/drops/commands.server.ts'
import { listNamesOfDrop } from '#features/imports/drops/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/forget-drop.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ names: await listNamesOfDrop(params.id) }))

export const action = confirms('drop.forget', async (change, { params }: Route.ActionArgs) => {
  await forgetDrop(change, params.id)
  return '/admin/data?done=drop-forgotten'
})

/** Removes files that nobody imported and nobody needs; after thirty days that happens by itself. */
export default function ForgetDropScreen({ loaderData: { names } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.data.waiting.forgetTitle', { count: names.length })}
      from={t('page.data.title')}
      back="/admin/data"
      facts={{ files: names.join(', ') }}
      question={t('page.data.waiting.forgetTitle', { count: names.length })}
      effect={t('page.data.waiting.forgetText')}
      buttonWords={t('page.data.waiting.forgetSubmit', { count: names.length })}
    />
  )
}

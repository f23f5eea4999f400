import { z } from 'zod'
import { forgetDrop } from '#features/imports/drops/commands.server.ts'
import { listNamesOfDrop } from '#features/imports/drops/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Bullets } from '#web/ui/layout.tsx'
import type { Route } from './+types/forget-drop.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ names: await listNamesOfDrop(params.id) }))

export const action = saves('drop.forget', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await forgetDrop(deed, params.id)
  return '/admin/data?done=drop-forgotten'
})

/** Puts files away that nobody took in and nobody needs: at once what the passing of thirty days does. */
export default function ForgetDropScreen({ loaderData: { names } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.data.waiting.forgetTitle', { count: names.length })}
      text={t('page.data.waiting.forgetText')}
      submit={t('page.data.waiting.forgetSubmit', { count: names.length })}
      back="/admin/data"
      from={t('page.data.title')}
    >
      <Bullets>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Bullets>
    </ConfirmForm>
  )
}

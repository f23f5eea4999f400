import { readNumber } from '#domain/record-id.ts'
import { z } from 'zod'
import { countAgain } from '#features/imports/commands.server.ts'
import { getImportPage } from '#features/imports/originals/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/counting.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name, versions } = await getImportPage(readNumber(params.id), { page: 1 })
  return { id, name, versions }
})

export const action = saves('import.count-again', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await countAgain(deed, readNumber(params.id))
  return `/admin/data/imports/${params.id}?done=counting`
})

/** Mostly answered by one press elsewhere; here it says what it would do, and why it was refused. */
export default function CountingScreen({ loaderData: { id, name, versions } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/data/imports/${id}`
  return (
    <ConfirmForm
      title={t('page.data.versions.countOther', { name })}
      text={t('page.data.versions.instead', { names: versions.instead.map((one) => one.name).join(', ') || '–' })}
      submit={t('page.data.versions.countAgain')}
      back={back}
      from={name}
    />
  )
}

import { readNumber } from '#domain/record-id.ts'
import { countAgain } from '#features/imports/commands.server.ts'
import { getImportPage } from '#features/imports/originals/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/counting.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, versions } = await getImportPage(readNumber(params.id), { page: 1 })
  return { name, versions }
})

export const action = confirms('import.count-again', async (change, { params }: Route.ActionArgs) => {
  await countAgain(change, readNumber(params.id))
  return `/admin/data/imports/${params.id}?done=counting`
})

/** Usually sent by one press on another page; this page says what the act would do, and why it was refused. */
export default function CountingScreen({ loaderData: { name, versions } }: Route.ComponentProps) {
  const t = useT()
  const others = versions.instead.map((version) => version.name).join(', ')
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ file: name, instead: others }}
      question={t('page.data.versions.countOther', { name })}
      effect={t('page.data.versions.instead', { names: others || '–' })}
      buttonWords={t('page.data.versions.countAgain')}
    />
  )
}

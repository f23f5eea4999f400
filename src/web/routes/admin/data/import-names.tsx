import { Refusal } from '#domain/refusal.ts'
import { forgetOwnName } from '#features/company/commands.server.ts'
import { getImportPage } from '#features/imports/originals/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/import-names.ts'

/** Names of companies that were accepted as ours for this file. Refuses `record.not-found` if there are none. */
async function namesOf(id: string) {
  const { name, doubts } = await getImportPage(Number(id), { page: 1 })
  const names = doubts.flatMap((doubt) =>
    doubt.code === 'other-company' && doubt.remembered ? [doubt.remembered] : [],
  )
  if (names.length === 0) throw new Refusal('record.not-found')
  return { name, names }
}

export const loader = shows(({ params }: Route.LoaderArgs) => namesOf(params.id))

export const action = confirms('import.forget-names', async (change, { params }: Route.ActionArgs) => {
  for (const { list, values } of (await namesOf(params.id)).names) {
    for (const value of values) await forgetOwnName(change, { list, value })
  }
  return `/admin/data/imports/${params.id}?done=forgotten`
})

/** Takes back that another company is ours too. */
export default function ImportNamesScreen({ loaderData: { name, names } }: Route.ComponentProps) {
  const t = useT()
  const list = names.flatMap(({ values }) => values).join(', ')
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ file: name, names: list }}
      question={t('page.data.doubts.forget')}
      effect={t('page.data.doubts.forgetText', { names: list })}
      buttonWords={t('page.data.doubts.forget')}
    />
  )
}

import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { askRefusedAgain, waiveRefused } from '#features/imports/refused-files/commands.server.ts'
import { findRefusedFile } from '#features/imports/refused-files/queries.server.ts'
import { refusedFileInput } from '#features/imports/refused-files/schema.ts'
import { useT } from '#web/i18n.tsx'
import { OpenRefused, RefusedFileAnswer, TeachLink, WhyRefused, refusedState } from '#web/parts/refused-file.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { FormReply } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/refused-file.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const file = await findRefusedFile(readNumber(params.id))
  if (!file) throw new Refusal('record.not-found')
  return { file }
})

export const action = saves(
  'refused-file.answer',
  refusedFileInput,
  async (change, { needed, from }, { params }: Route.ActionArgs) => {
    const id = readNumber(params.id)
    if (needed === 'yes') await askRefusedAgain(change, id)
    else await waiveRefused(change, id)
    const week = (await findRefusedFile(id, change.tx))?.week
    const done = needed === 'yes' ? 'taken-back' : 'said'
    return from === 'week' && week ? `/admin/weekly/${weekName(week)}?done=${done}` : `/admin/data?done=refused-${done}`
  },
)

/** One file that could not be read; an answer that came too late leads here too. */
export default function RefusedFileScreen({ loaderData: { file }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.refusedFiles.title')} back={{ to: '/admin/data', label: t('page.data.title') }} />
      <Section title={file.name} aside={refusedState(t, file)}>
        <FormReply reply={reply} />
        <WhyRefused file={file} />
        {file.state === 'open' ? <OpenRefused file={file} /> : null}
        <TeachLink file={file} />
        {file.state === 'answered' ? null : <RefusedFileAnswer file={file} from="data" />}
      </Section>
    </>
  )
}

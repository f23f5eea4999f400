import { listEvents } from '#features/audit/queries.server.ts'
import { saveKind } from '#features/papers/kinds/commands.server.ts'
import { getKind } from '#features/papers/kinds/queries.server.ts'
import { kindInput, kindRecords } from '#features/papers/kinds/schema.ts'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { listLacking } from '#features/papers/readiness/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/kind.ts'
import { KindToday } from './kind-today.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const kind = await getKind(params.kind)
  return {
    kind,
    events: await listEvents(`paper-kind:${kind.code}`),
    lacking: await listLacking(kind, now),
    deadlines: (await listDeadlines(now)).filter((deadline) => deadline.kind === kind.code),
  }
})

export const action = saves('paper-kind.save', kindInput, async (change, input, { params }: Route.ActionArgs) => {
  await saveKind(change, params.kind, input)
  return '/admin/documents/kinds?done=saved'
})

/** One kind of paper: its names, its purpose, and how long it is valid; beside it who lacks one. */
export default function KindScreen({ loaderData: { kind, events, lacking, deadlines } }: Route.ComponentProps) {
  const t = useT()
  const { name, needed } = kind
  return (
    <>
      <PageHead back={{ to: '/admin/documents/kinds', label: t('page.papers.kinds.title') }} title={name[t.language]} />
      <SideBySide>
        <Form
          version={kind.version}
          of={kindRecords[kind.holder]}
          values={{ ...kind, ...needed, namePt: name.pt, nameEn: name.en }}
        >
          <Actions>
            <SubmitButton>{t('page.papers.kinds.save')}</SubmitButton>
          </Actions>
        </Form>
        {kind.isUsed ? <KindToday kind={kind} lacking={lacking} deadlines={deadlines} /> : null}
        <RecordHistory events={events} />
      </SideBySide>
    </>
  )
}

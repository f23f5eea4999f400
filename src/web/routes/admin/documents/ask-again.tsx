import { countReach } from '#domain/reach.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import { askAgain } from '#features/papers/deadlines/commands.server.ts'
import { sendableDeadlines, listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { dayToSendBy } from '#features/papers/queries.server.ts'
import { requestInput, requestRecord } from '#features/papers/schema.ts'
import { chosenIds } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import type { Route } from './+types/ask-again.ts'
import { DEADLINES } from './deadlines-list.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const deadlines = chosenOf(DEADLINES, await listDeadlines(now), request, t)
  const sendable = await sendableDeadlines(deadlines)
  const papers = sendable.map(({ id, of, kindName }) => ({ id, name: `${of}, ${kindName[t.language]}` }))
  // A driver who is asked for several papers gets a message for each, but counts here as one person.
  const drivers = new Set(sendable.flatMap(({ ofId }) => ofId ?? []))
  const reach = countReach((await reachOfDrivers([...drivers], 'paper')).values())
  return { papers, left: deadlines.length - sendable.length, due: dayToSendBy(now), reach }
})

const input = requestInput.omit({ kind: true }).extend({ ids: chosenIds() })

export const action = saves('paper.ask', input, async (change, { ids, ...said }) => {
  return `/admin/documents/deadlines?asked=${await askAgain(change, ids, said)}`
})

/** Asks many drivers at once for their next papers, each of the kind that ends. */
export default function AskAgainScreen({ loaderData: { papers, left, due, reach } }: Route.ComponentProps) {
  const t = useT()
  const count = papers.length
  return (
    <>
      <PageHead
        title={t('page.papers.askAgain.title')}
        subtitle={left > 0 ? t('page.papers.askAgain.left', { count: left }) : undefined}
        back={{ to: '/admin/documents/deadlines', label: t('page.papers.deadlines.title') }}
      />
      <TogetherForm
        chosen={papers}
        text={t('page.papers.askAgain.text', { count })}
        submit={t('page.papers.askAgain.submit', { count })}
        back="/admin/documents/deadlines"
      >
        <RecordFields of={requestRecord} values={{ dueOn: due }} />
        <ReachNoteOfMany counts={reach} />
      </TogetherForm>
    </>
  )
}

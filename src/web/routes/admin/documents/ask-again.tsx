import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { askSeveral } from '#features/papers/commands.server.ts'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import type { Deadline } from '#features/papers/deadlines/schema.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { dueIn } from '#features/papers/queries.server.ts'
import { requestInput } from '#features/papers/schema.ts'
import { chosen } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { DateField, TextField } from '#web/ui/fields.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/ask-again.ts'
import { DEADLINES } from './deadlines-list.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const those = chosenOf(DEADLINES, await listDeadlines(now), request, t)
  const asked = await askable(those)
  const papers = asked.map(({ id, of, kindName }) => ({ id, name: `${of}, ${kindName[t.language]}` }))
  return { papers, left: those.length - asked.length, due: dueIn(now) }
})

const input = requestInput.omit({ kind: true }).extend({ ids: chosen() })

export const action = saves('paper.ask', input, async (deed, { ids, ...said }) => {
  const wanted = new Set(ids)
  const asked = await askable((await listDeadlines(deed.now, deed.tx)).filter(({ id }) => wanted.has(id)))
  let count = 0
  for (const [kind, those] of Map.groupBy(asked, (one) => one.kind)) {
    const drivers = [...new Set(those.flatMap(({ ofId }) => ofId ?? []))]
    for (const id of drivers) await requireStanding(id, deed.tx)
    count += (await askSeveral(deed, drivers, { kind, ...said })).count
  }
  return `/admin/documents/deadlines?asked=${count}`
})

/** What a driver may send, and has not sent yet. */
async function askable(deadlines: readonly Deadline[]): Promise<Deadline[]> {
  const kinds = new Set(
    (await listKinds()).filter(({ fromDriver, isUsed }) => fromDriver && isUsed).map(({ code }) => code),
  )
  return deadlines.filter(({ kind, ofId, isOnItsWay }) => ofId !== null && !isOnItsWay && kinds.has(kind))
}

/** The next papers of many drivers, each of the kind that ends, asked for at once. */
export default function AskAgainScreen({ loaderData: { papers, left, due } }: Route.ComponentProps) {
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
        <DateField name="dueOn" label={t('page.papers.fields.dueOn')} defaultValue={due} required />
        <TextField
          name="words"
          label={t('page.papers.fields.words')}
          help={t('page.papers.fields.wordsHelp')}
          maxLength={300}
        />
      </TogetherForm>
    </>
  )
}

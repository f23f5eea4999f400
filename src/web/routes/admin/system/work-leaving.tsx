import { Refusal } from '#domain/refusal.ts'
import { leaveUndone } from '#features/system/given-up/commands.server.ts'
import { getGivenUp } from '#features/system/given-up/queries.server.ts'
import { leaveRecord } from '#features/system/given-up/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/work-leaving.ts'
import { undoneWords, workFacts } from './work-words.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { task, orderedAt, endedAt, tries, comes, isLeft } = await getGivenUp(params.job)
  if (isLeft) throw new Refusal('work.over')
  return { task, orderedAt, endedAt, tries, comes }
})

export const action = saves(
  'work.leave',
  leaveRecord.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await leaveUndone(change, params.job, reason)
    return '/admin/system/work?done=left'
  },
)

/** Asks why work that was given up should stay undone. */
export default function WorkLeavingScreen({ loaderData: work }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={undoneWords(work, t)}
      from={t('page.givenUp.title')}
      facts={workFacts(work, t)}
      question={t('page.givenUp.leave.question')}
      effect={<Left work={work} />}
      buttonWords={t('page.givenUp.leave.submit')}
      unchanged={t('page.givenUp.leave.stays')}
    >
      <RecordFields of={leaveRecord} values={{ reason: '' }} />
    </SmallAct>
  )
}

/** What the work would have done, and whether it comes again by itself. */
function Left({ work }: { work: Route.ComponentProps['loaderData'] }) {
  const t = useT()
  return (
    <Stack>
      <Words>{undoneWords(work, t)}</Words>
      <Words>{t(work.comes ? 'page.givenUp.leave.scheduled' : 'page.givenUp.leave.lost')}</Words>
    </Stack>
  )
}

import { restartWork } from '#features/system/given-up/commands.server.ts'
import { getGivenUp } from '#features/system/given-up/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/work-again.ts'
import { undoneWords, workFacts } from './work-words.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { task, orderedAt, endedAt, tries, comes, isLeft } = await getGivenUp(params.job)
  return { task, orderedAt, endedAt, tries, comes, isLeft }
})

export const action = confirms('work.again', async (change, { params }: Route.ActionArgs) => {
  await restartWork(change, params.job)
  return '/admin/system/work?done=again'
})

/** Asks before work that was given up starts again. */
export default function WorkAgainScreen({ loaderData: work }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={undoneWords(work, t)}
      from={t('page.givenUp.title')}
      facts={workFacts(work, t)}
      question={t('page.givenUp.again.question')}
      effect={
        <Stack>
          <Words>{undoneWords(work, t)}</Words>
          <Words>{t('page.givenUp.again.effect')}</Words>
        </Stack>
      }
      buttonWords={t('page.givenUp.again.submit')}
      kind="primary"
    />
  )
}

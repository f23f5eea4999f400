import { z } from 'zod'
import { takeUp } from '#features/system/given-up/commands.server.ts'
import { getGivenUp } from '#features/system/given-up/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/work-again.ts'
import { comesWords, undoneWords } from './work-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { task, orderedAt, endedAt, tries, comes } = await getGivenUp(params.job)
  return { task, orderedAt, endedAt, tries, comes }
})

export const action = saves('work.again', z.object({}), async (change, _, { params }: Route.ActionArgs) => {
  await takeUp(change, params.job)
  return '/admin/system/work?done=again'
})

/** Asks before work that was given up begins anew. */
export default function WorkAgainScreen({ loaderData: work }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={undoneWords(work, t)}
      from={t('page.givenUp.title')}
      facts={{
        ordered: <Moment at={work.orderedAt} />,
        tried: <Moment at={work.endedAt} />,
        tries: work.tries,
        comes: comesWords(work, t),
      }}
      asks={t('page.givenUp.again.question')}
      effect={
        <Stack>
          <Words>{undoneWords(work, t)}</Words>
          <Words>{t('page.givenUp.again.effect')}</Words>
        </Stack>
      }
      does={t('page.givenUp.again.submit')}
      kind="primary"
    />
  )
}

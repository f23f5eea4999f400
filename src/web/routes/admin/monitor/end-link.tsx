import { endLink } from '#features/positions/links/commands.server.ts'
import { getLink } from '#features/positions/links/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-link.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  link: await getLink(Number(params.link), now),
}))

export const action = confirms('position.end-link', async (change, { params }: Route.ActionArgs) => {
  await endLink(change, Number(params.link))
  return withDone('/admin/monitor/links', 'removed')
})

export default function EndCarLinkScreen({ loaderData: { link } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={link.plate}
      from={t('page.carLinks.title')}
      facts={{ since: <Moment at={link.madeAt} />, until: <Moment at={link.until} />, by: link.by }}
      question={t('page.carLinks.endAsks', { plate: link.plate })}
      effect={t('page.carLinks.endEffect')}
      buttonWords={t('page.carLinks.end')}
      unchanged={t('page.carLinks.endStays')}
    />
  )
}

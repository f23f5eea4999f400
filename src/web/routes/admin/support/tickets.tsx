import { readAnswerDays } from '#features/support/settings/queries.server.ts'
import { DAYS_COUNTED, countPromises, listTickets } from '#features/support/tickets/queries.server.ts'
import { userContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { More, Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/tickets.ts'
import { TICKETS, listedFor } from './tickets-listed.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const uid = args.context.get(userContext)?.uid
  const rows = listTickets(asking.now).then((tickets) => listedFor(tickets, uid))
  const [shown, promises, days] = await Promise.all([
    listPage(TICKETS, rows, args, asking),
    countPromises(asking.now),
    readAnswerDays(),
  ])
  return { ...shown, promises, days, counted: DAYS_COUNTED }
})

/** Drivers' questions to the office, and how well it kept its promises. */
export default function TicketsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { promises, days, counted, ...shown } = loaderData
  const count = promises.kept + promises.late
  return (
    <ListScreen
      of={TICKETS}
      shown={shown}
      subtitle={t('page.support.subtitle')}
      actions={
        <More label={t('common.more')}>
          <LinkButton to="/admin/support/templates" kind="text">
            {t('page.support.templates.title')}
          </LinkButton>
          <LinkButton to="/admin/support/settings" kind="text">
            {t('page.support.settings.link', { count: days })}
          </LinkButton>
          <LinkButton to="/admin/support/answers" kind="text">
            {t('page.support.answers')}
          </LinkButton>
        </More>
      }
    >
      {count > 0 ? (
        <Words look="soft">{t('page.support.promises', { count, kept: promises.kept, days: counted })}</Words>
      ) : null}
    </ListScreen>
  )
}

import { namesApart } from '#domain/driver.ts'
import { readNumber } from '#domain/record-id.ts'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { LeftOutNote, leftOutOf } from '#web/parts/left-out.tsx'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { More } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/drivers.ts'
import { FLEET } from './fleet.tsx'
import { listDriverRows } from './listed.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const rows = listDriverRows(args.request, asking.now).then(namesApart)
  const page = await listPage(FLEET, rows, args, asking)
  return { ...page, leftOut: leftOutOf(args.request, await rows) }
})

export default function DriversScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const askedCount = readNumber(query.get('asked'))
  return (
    <ListScreen
      of={FLEET}
      shown={loaderData}
      first={
        <>
          <LinkButton to="/admin/data" kind="primary" icon="upload">
            {t('page.fleet.dropFiles')}
          </LinkButton>
          <LinkButton to="/admin/drivers/list">{t('page.spreadsheet.link')}</LinkButton>
          <LinkButton to="/admin/drivers/new" icon="plus">
            {t('page.fleet.drivers.create')}
          </LinkButton>
          <LinkButton to="/admin/recruitment" kind="text">
            {t('page.recruitment.title')}
          </LinkButton>
        </>
      }
      actions={
        <>
          <More label={t('common.more')}>
            <LinkButton to="/admin/drivers/corrections" kind="text">
              {t('page.corrections.office.title')}
            </LinkButton>
            <LinkButton to="/admin/drivers/leavers" kind="text">
              {t('page.departures.list.link')}
            </LinkButton>
            <LinkButton to="/admin/recruitment" kind="text">
              {t('page.recruitment.title')}
            </LinkButton>
            {loaderData.total > 0 ? (
              <LinkButton to="/admin/drivers/invitations" kind="text">
                {t('page.account.inviteAll.link')}
              </LinkButton>
            ) : null}
            <LinkButton to="/admin/drivers/list" kind="text">
              {t('page.spreadsheet.link')}
            </LinkButton>
          </More>
          <LinkButton to="/admin/drivers/new" kind="primary" icon="plus">
            {t('page.fleet.drivers.create')}
          </LinkButton>
        </>
      }
    >
      {askedCount > 0 ? <Done>{t('page.papers.askSeveral.done', { count: askedCount })}</Done> : null}
      <LeftOutNote of={loaderData.leftOut} why={t('page.papers.askSeveral.skipped')} />
    </ListScreen>
  )
}

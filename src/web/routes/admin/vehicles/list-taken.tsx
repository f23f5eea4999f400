import { getTakenList } from '#features/roster/car-lists/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/list-taken.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ list: await getTakenList(params.list) }))

/** What a list of cars did, and the way to take it back. */
export default function TakenListScreen({ loaderData: { list } }: Route.ComponentProps) {
  const t = useT()
  const moment = (at: string, by: string | null) =>
    by === null
      ? t('page.fleet.byNobody', { at: formatInstant(at, t.language) })
      : t('page.fleet.by', { at: formatInstant(at, t.language), by })
  const home = { to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }
  const undo = (
    <LinkButton to={`/admin/vehicles/list/${list.id}/undoing`} kind="text">
      {t('page.carList.undo.link')}
    </LinkButton>
  )
  const counts = [
    { what: 'created', count: list.created.length },
    { what: 'changed', count: list.changed.length },
    { what: 'papers', count: list.papers },
  ] as const
  return (
    <>
      <PageHead title={t('page.carList.takenTitle')} subtitle={moment(list.at, list.by)} back={home} />
      <Stack>
        {list.undone ? (
          <Notice tone="info">{t('page.carList.undo.done', { what: moment(list.undone.at, list.undone.by) })}</Notice>
        ) : (
          <Done undo={undo}>
            {counts
              .filter(({ count }) => count > 0)
              .map(({ what, count }) => `${t(`page.carList.${what}`, { count })}.`)
              .join(' ')}
          </Done>
        )}
        {(['created', 'changed'] as const).map((what) =>
          list[what].length > 0 ? (
            <Section key={what} title={t(`page.carList.${what}`, { count: list[what].length })}>
              <Bullets>
                {list[what].map(({ id, plate }) => (
                  <li key={id}>
                    {list.undone && what === 'created' ? plate : <Link to={`/admin/vehicles/${id}`}>{plate}</Link>}
                  </li>
                ))}
              </Bullets>
            </Section>
          ) : null,
        )}
      </Stack>
    </>
  )
}

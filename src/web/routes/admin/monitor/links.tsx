import { listLinks } from '#features/positions/links/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { useMaySend } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/links.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({ links: await listLinks(now) }))

/** The links by which outsiders see one car: who, until when, and how often they looked. */
export default function CarLinksScreen({ loaderData: { links } }: Route.ComponentProps) {
  const t = useT()
  const mayMake = useMaySend('/admin/monitor/links/new')
  const add = mayMake ? (
    <LinkButton to="/admin/monitor/links/new" kind="primary" icon="plus">
      {t('page.carLinks.add')}
    </LinkButton>
  ) : null
  return (
    <>
      <PageHead
        title={t('page.carLinks.title')}
        subtitle={t('page.carLinks.subtitle')}
        back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
        actions={links.length > 0 ? add : null}
      />
      <Page width="middle">
        <Stack>
          <DoneNote />
          {links.length === 0 ? (
            <EmptyState title={t('page.carLinks.none')} action={add}>
              {t('page.carLinks.newText')}
            </EmptyState>
          ) : (
            <Items>
              {links.map(({ id, plate, kind, reason, ends, until, by, state, looks, lookedAt }) => (
                <Item
                  key={id}
                  title={`${plate} · ${t(`page.carLinks.kinds.${kind}`)}`}
                  aside={
                    <State tone={state === 'open' ? 'todo' : 'plain'}>
                      {state === 'open' ? t('page.carLinks.open') : t(`page.carLinks.over.${state}`)}
                    </State>
                  }
                  acts={
                    state === 'open' && mayMake ? (
                      <ActLink to={`/admin/monitor/links/${id}/end`}>{t('page.carLinks.end')}</ActLink>
                    ) : undefined
                  }
                >
                  <Words look="small">
                    {[
                      reason,
                      t('page.carLinks.until', { at: formatInstant(until, t.language) }),
                      ...(by === null ? [] : [t('page.carLinks.by', { by })]),
                      t('page.carLinks.ends', { ends }),
                    ].join(' · ')}
                  </Words>
                  <Words look="small">
                    {lookedAt === null
                      ? t('page.carLinks.unseen')
                      : t('page.carLinks.looks', { count: looks, at: formatInstant(lookedAt, t.language) })}
                  </Words>
                </Item>
              ))}
            </Items>
          )}
        </Stack>
      </Page>
    </>
  )
}

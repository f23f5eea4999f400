import { z } from 'zod'
import { namesApart } from '#domain/driver.ts'
import { countReach } from '#domain/reach.ts'
import { inviteAllDrivers } from '#features/accounts/invitations/commands.server.ts'
import { listUninvited } from '#features/accounts/queries.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import { chosenIds } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { withLeftOut } from '#web/parts/left-out.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/invite-several.ts'
import { FLEET } from './fleet.tsx'
import { listDriverRows } from './listed.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const [all, uninvited] = await Promise.all([listDriverRows(request, now), listUninvited(now)])
  const reached = new Set(uninvited.filter(({ email }) => email !== null).map(({ id }) => id))
  const chosen = namesApart(chosenOf(FLEET, all, request, t))
  const drivers = chosen.filter(({ id }) => reached.has(id)).map(({ id, name }) => ({ id, name }))
  const reach = await reachOfDrivers(
    drivers.map(({ id }) => id),
    'invite',
  )
  return {
    drivers,
    left: chosen.length - drivers.length,
    hasMail: await isMailServerSet(),
    reach: countReach(reach.values()),
  }
})

export const action = saves('driver.invite-all', z.object({ ids: chosenIds() }), async (change, { ids }) => {
  const { invited, skipped } = await inviteAllDrivers(change, ids)
  return withLeftOut(`/admin/drivers/invitations?invited=${invited}`, skipped)
})

export default function InviteSeveralScreen({ loaderData: { drivers, left, hasMail, reach } }: Route.ComponentProps) {
  const t = useT()
  const count = drivers.length
  return (
    <>
      <PageHead
        title={t('page.account.inviteAll.togetherTitle')}
        subtitle={left > 0 ? t('page.account.inviteAll.togetherLeft', { count: left }) : undefined}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      {hasMail || count === 0 ? null : (
        <Notice
          tone="warn"
          action={<LinkButton to="/admin/drivers/invitations">{t('page.account.inviteAll.togetherLinks')}</LinkButton>}
        >
          {t('page.account.inviteAll.togetherNoMail')}
        </Notice>
      )}
      <TogetherForm
        chosen={drivers}
        text={t('page.account.inviteAll.togetherText', { count })}
        submit={t('page.account.inviteAll.submit', { count })}
        back="/admin/drivers"
      >
        <ReachNoteOfMany counts={reach} />
      </TogetherForm>
    </>
  )
}

import { namesApart } from '#domain/driver.ts'
import { countReach } from '#domain/reach.ts'
import { chosenIds } from '#forms/fields.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { askSeveral } from '#features/papers/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { dayToSendBy } from '#features/papers/queries.server.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import { askedKind, requestInput, requestRecord } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withLeftOut } from '#web/parts/left-out.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/ask-several.ts'
import { FLEET } from './fleet.tsx'
import { listDriverRows } from './listed.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const chosen = namesApart(chosenOf(FLEET, await listDriverRows(request, now), request, t))
  const drivers = chosen.filter(({ gone }) => gone === null).map(({ id, name }) => ({ id, name }))
  const kinds = (await listKinds()).filter(({ fromDriver, isUsed }) => fromDriver && isUsed)
  const reach = await reachOfDrivers(
    drivers.map(({ id }) => id),
    'paper',
  )
  return {
    drivers,
    left: chosen.length - drivers.length,
    kinds,
    due: dayToSendBy(now),
    reach: countReach(reach.values()),
  }
})

export const action = saves(
  'paper.ask',
  requestInput.extend({ ids: chosenIds() }),
  async (change, { ids, ...asked }) => {
    for (const id of ids) await requireCurrent(id, change.tx)
    const { count, left } = await askSeveral(change, ids, asked)
    return withLeftOut(`/admin/drivers?asked=${count}`, left)
  },
)

/** Asks several drivers for one paper at once. */
export default function AskSeveralScreen({ loaderData: { drivers, left, kinds, due, reach } }: Route.ComponentProps) {
  const t = useT()
  const count = drivers.length
  return (
    <>
      <PageHead
        title={t('page.papers.askSeveral.title')}
        subtitle={left > 0 ? t('page.papers.askSeveral.left', { count: left }) : undefined}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <TogetherForm
        chosen={drivers}
        text={t('page.papers.askSeveral.text', { count })}
        submit={t('page.papers.askSeveral.submit', { count })}
        back="/admin/drivers"
      >
        <RecordFields
          of={askedKind}
          offered={{ kind: kinds.map(({ code, name }) => ({ value: code, label: name[t.language] })) }}
        />
        <RecordFields of={requestRecord} values={{ dueOn: due }} />
        <ReachNoteOfMany counts={reach} />
      </TogetherForm>
    </>
  )
}

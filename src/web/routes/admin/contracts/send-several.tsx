import { z } from 'zod'
import { countReach } from '#domain/reach.ts'
import { sendSeveral } from '#features/contracts/several/commands.server.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import { chosenIds } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/send-several.ts'
import { CONTRACTS } from './contract-list.tsx'
import { listedContracts } from './listed.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const chosen = chosenOf(CONTRACTS, await listedContracts(now), request, t)
  const drafts = chosen.filter(({ state }) => state === 'draft')
  const drivers = [...new Set(drafts.map(({ driver }) => driver.id))]
  return {
    reach: countReach((await reachOfDrivers(drivers, 'contract')).values()),
    drafts: drafts.map(({ id, number, driver, kind }) => ({
      id,
      name: [driver.name, t(`page.contracts.kinds.${kind}`), t('page.contracts.one', { number })].join(' · '),
    })),
    left: chosen.length - drafts.length,
  }
})

export const action = saves('contract.send', z.object({ ids: chosenIds() }), async (change, { ids }) => {
  await sendSeveral(change, ids)
  return `/admin/contracts?sent=${ids.length}`
})

/** Sends the chosen drafts to their drivers. */
export default function SendSeveralScreen({ loaderData: { drafts, left, reach } }: Route.ComponentProps) {
  const t = useT()
  const count = drafts.length
  return (
    <>
      <PageHead
        title={t('page.contractsOfSeveral.send.title')}
        subtitle={left > 0 ? t('page.contractsOfSeveral.send.left', { count: left }) : undefined}
        back={{ to: CONTRACTS.place, label: t('page.contracts.title') }}
      />
      <TogetherForm
        chosen={drafts}
        text={t('page.contractsOfSeveral.send.text', { count })}
        submit={t('page.contractsOfSeveral.send.submit', { count })}
        back={CONTRACTS.place}
      >
        <ReachNoteOfMany counts={reach} />
      </TogetherForm>
    </>
  )
}

import { z } from 'zod'
import { sendSeveral } from '#features/contracts/several/commands.server.ts'
import { chosen } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/send-several.ts'
import { CONTRACTS } from './contract-list.tsx'
import { listedContracts } from './listed.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const asked = chosenOf(CONTRACTS, await listedContracts(now), request, t)
  const drafts = asked.filter(({ state }) => state === 'draft')
  return {
    drafts: drafts.map(({ id, number, driver, kind }) => ({
      id,
      name: [driver.name, t(`page.contracts.kinds.${kind}`), t('page.contracts.one', { number })].join(' · '),
    })),
    left: asked.length - drafts.length,
  }
})

export const action = saves('contract.send', z.object({ ids: chosen() }), async (change, { ids }) => {
  await sendSeveral(change, ids)
  return `/admin/contracts?sent=${ids.length}`
})

/** Drafts that were chosen go to their drivers. */
export default function SendSeveralScreen({ loaderData: { drafts, left } }: Route.ComponentProps) {
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
      />
    </>
  )
}

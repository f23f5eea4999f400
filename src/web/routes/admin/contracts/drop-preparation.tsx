import { CONTRACT_KINDS } from '#domain/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import { dropPreparation } from '#features/contracts/preparations/commands.server.ts'
import { findPreparation } from '#features/contracts/preparations/queries.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/drop-preparation.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const kind = CONTRACT_KINDS.find((candidate) => candidate === params.kind)
  const found = kind && (await findPreparation({ driver: readRecordId(params.driver), kind }, now))
  if (!found) throw new Refusal('record.not-found')
  return { name: found.name, kind: found.kind }
})

export const action = confirms('contract.drop-preparation', async (change, { params }: Route.ActionArgs) => {
  await dropPreparation(change, params.driver, params.kind)
  return '/admin/contracts'
})

/** Discards what was typed; the contract itself can be written at any time. */
export default function DropPreparationScreen({ loaderData: { name, kind } }: Route.ComponentProps) {
  const t = useT()
  const contract = t(`page.contracts.kinds.${kind}`)
  return (
    <SmallAct
      record={name}
      from={t('page.contracts.title')}
      facts={{ driver: name, contract }}
      question={t('page.contracts.preparations.dropTitle', { name })}
      effect={t('page.contracts.preparations.dropText', { contract })}
      buttonWords={t('page.contracts.preparations.dropSubmit')}
    />
  )
}

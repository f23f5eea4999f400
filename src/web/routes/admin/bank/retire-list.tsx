import { z } from 'zod'
import { retireBankList } from '#features/bank/lists/commands.server.ts'
import { getBankList } from '#features/bank/lists/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/retire-list.ts'

const BACK = '/admin/bank/import'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { account, fileName } = await getBankList(params.id)
  return { account, fileName }
})

export const action = saves('bank-list.retire', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await retireBankList(deed, params.id)
  return BACK
})

export default function RetireListScreen({ loaderData: { account, fileName } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.bank.lists.retire.question', { name: account ?? fileName })}
      text={t(account === null ? 'page.bank.lists.retire.waiting' : 'page.bank.lists.retire.text')}
      submit={t('page.bank.lists.retire.submit')}
      back={BACK}
      from={t('page.bank.drop.label')}
    />
  )
}

import { retireBankList } from '#features/bank/lists/commands.server.ts'
import { getBankListView } from '#features/bank/lists/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/retire-list.ts'

const BACK = '/admin/bank/import'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { account, fileName } = await getBankListView(params.id)
  return { account, fileName }
})

export const action = confirms('bank-list.retire', async (change, { params }: Route.ActionArgs) => {
  await retireBankList(change, params.id)
  return BACK
})

export default function RetireListScreen({ loaderData: { account, fileName } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={account ?? fileName}
      from={t('page.bank.drop.label')}
      facts={{ account, file: fileName }}
      question={t('page.bank.lists.retire.question', { name: account ?? fileName })}
      effect={t(account === null ? 'page.bank.lists.retire.waiting' : 'page.bank.lists.retire.text')}
      buttonWords={t('page.bank.lists.retire.submit')}
    />
  )
}

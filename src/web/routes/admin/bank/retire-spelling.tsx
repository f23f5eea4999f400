import { retireSpelling } from '#features/bank/spellings/commands.server.ts'
import { getSpelling } from '#features/bank/spellings/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/retire-spelling.ts'
import { accountName } from './bank-words.ts'

const BACK = '/admin/bank/accounts'

export const loader = shows(({ params }: Route.LoaderArgs) => getSpelling(params.id))

export const action = confirms('bank.retire-spelling', async (change, { params }: Route.ActionArgs) => {
  await retireSpelling(change, params.id)
  return `${BACK}?done=saved`
})

export default function RetireSpellingScreen({ loaderData: spelling }: Route.ComponentProps) {
  const t = useT()
  const name = accountName(t, spelling)
  return (
    <SmallAct
      record={name}
      from={t('page.bank.accounts')}
      facts={{ account: name }}
      question={t('page.bank.lists.retire.question', { name })}
      effect={t(spelling.isWaiting ? 'page.bank.lists.retire.waiting' : 'page.bank.spellings.retireText')}
      buttonWords={t('page.bank.lists.retire.submit')}
    />
  )
}

import { z } from 'zod'
import { retireSpelling } from '#features/bank/spellings/commands.server.ts'
import { getSpelling } from '#features/bank/spellings/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/retire-spelling.ts'
import { accountName } from './bank-words.ts'

const BACK = '/admin/bank/accounts'

export const loader = shows(({ params }: Route.LoaderArgs) => getSpelling(params.id))

export const action = saves('bank.retire-spelling', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await retireSpelling(deed, params.id)
  return `${BACK}?done=saved`
})

export default function RetireSpellingScreen({ loaderData: spelling }: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.bank.lists.retire.question', { name: accountName(t, spelling) })}
      text={t(spelling.isWaiting ? 'page.bank.lists.retire.waiting' : 'page.bank.spellings.retireText')}
      submit={t('page.bank.lists.retire.submit')}
      back={BACK}
      from={t('page.bank.accounts')}
    />
  )
}

import { listBankAccounts } from '#features/bank/queries.server.ts'
import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'
import type { Route } from './+types/bank.ts'
import { BankDrop } from './bank-drop.tsx'
import { MOVEMENTS, accountName } from './movements.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [page, accounts] = await Promise.all([
    listPage(MOVEMENTS, listMovements().then(withNames), args, asking),
    listBankAccounts(),
  ])
  return { ...page, accounts }
})

/** Every movement of the company's accounts, what it is, and what nobody has said yet. */
export default function BankScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { accounts } = loaderData
  return (
    <ListScreen of={MOVEMENTS} shown={loaderData}>
      <BankDrop />
      {accounts.length > 0 ? (
        <Figures>
          {accounts.map((account) => (
            <Figure
              key={account.id}
              name={accountName(t, account)}
              note={account.until ? t('page.bank.until', { day: formatDayShort(account.until, t.language) }) : ''}
            >
              {account.balance === null ? '–' : <Money cents={account.balance} />}
            </Figure>
          ))}
        </Figures>
      ) : null}
    </ListScreen>
  )
}

import { listGaps } from '#features/bank-gaps/queries.server.ts'
import { listBankAccounts } from '#features/bank/queries.server.ts'
import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import type { Route } from './+types/bank.ts'
import { BankDrop } from './bank-drop.tsx'
import { BankGaps } from './bank-gaps.tsx'
import { accountName } from './bank-words.ts'
import { MOVEMENTS, stageOf } from './movements.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [rows, accounts, gaps] = await Promise.all([listMovements().then(withNames), listBankAccounts(), listGaps()])
  const page = await listPage(MOVEMENTS, Promise.resolve(rows), args, asking)
  const open = gaps.filter(({ answer }) => !answer)
  return { ...page, accounts, gaps: open, proposed: rows.filter((row) => stageOf(row) === 'proposed').length }
})

/** Every movement of the company's accounts, what it is, and what nobody has said yet. */
export default function BankScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { accounts, gaps, proposed } = loaderData
  return (
    <ListScreen
      of={MOVEMENTS}
      shown={loaderData}
      actions={
        <>
          {proposed > 0 ? (
            <LinkButton to="/admin/bank/confirmation">{t('page.bank.confirm.open', { count: proposed })}</LinkButton>
          ) : null}
          <LinkButton to="/admin/bank/accounts">{t('page.bank.accounts')}</LinkButton>
          <LinkButton to="/admin/bank/rules">{t('page.bank.rules.open')}</LinkButton>
        </>
      }
      first={null}
    >
      <BankGaps gaps={gaps} />
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

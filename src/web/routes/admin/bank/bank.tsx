import { firstOf } from '#domain/certain.ts'
import { readRecordId } from '#domain/record-id.ts'
import { listGaps } from '#features/bank-gaps/queries.server.ts'
import { findNewMovements, listBankAccounts } from '#features/bank/queries.server.ts'
import type { NewMovements } from '#features/bank/schema.ts'
import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { listFilesOf } from '#features/bank/undoings/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { More } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/bank.ts'
import { BankDrop } from './bank-drop.tsx'
import { BankGaps } from './bank-gaps.tsx'
import { accountName, broughtWords } from './bank-words.ts'
import { MOVEMENTS, stageOf } from './movements.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  // A search for a name looks through all possible payments; the list itself only shows their number.
  const payments = new URL(args.request.url).searchParams.get('q') ? 'all' : 'first'
  const [rows, accounts, gaps] = await Promise.all([
    listMovements(undefined, { payments }).then(withNames),
    listBankAccounts(),
    listGaps(),
  ])
  const page = await listPage(MOVEMENTS, Promise.resolve(rows), args, asking)
  const open = gaps.filter(({ answer }) => !answer)
  const broughtIds = new URL(args.request.url).searchParams.getAll('brought').map(readRecordId)
  const files = await listFilesOf(broughtIds)
  const brought = files.length > 0 ? await findNewMovements(broughtIds) : null
  const fresh = new Set(brought?.fresh)
  const stages = rows.filter(({ id }) => fresh.has(id)).map(stageOf)
  return {
    ...page,
    accounts,
    gaps: open,
    proposed: rows.filter((row) => stageOf(row) === 'proposed').length,
    brought: brought && {
      ...brought,
      file: files.length === 1 ? firstOf(files) : null,
      stages: STAGES.map((stage) => stages.filter((movementStage) => movementStage === stage).length),
    },
  }
})

/** Every movement of the company's accounts, what it is, and those that nobody has answered yet. */
export default function BankScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { accounts, gaps, proposed, brought } = loaderData
  return (
    <ListScreen
      of={MOVEMENTS}
      shown={loaderData}
      actions={
        <>
          {proposed > 0 ? (
            <LinkButton to="/admin/bank/confirmation" kind="primary">
              {t('page.bank.confirm.open', { count: proposed })}
            </LinkButton>
          ) : null}
          <More label={t('common.more')}>
            <LinkButton to="/admin/bank/accounts" kind="text">
              {t('page.bank.accounts')}
            </LinkButton>
            <LinkButton to="/admin/bank/imports" kind="text">
              {t('page.bank.files.title')}
            </LinkButton>
            <LinkButton to="/admin/bank/rules" kind="text">
              {t('page.bank.rules.open')}
            </LinkButton>
          </More>
        </>
      }
      first={null}
    >
      {brought ? <BroughtNote brought={brought} /> : null}
      <BankGaps gaps={gaps} />
      {accounts.length > 0 ? (
        <Figures
          boxed
          aside={
            <More label={t('page.bank.drop.fold')}>
              <BankDrop />
            </More>
          }
        >
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
      ) : (
        <BankDrop />
      )}
    </ListScreen>
  )
}

const STAGES = ['done', 'proposed', 'asked'] as const

/** The result of the files that were just imported, and what is left to do. */
function BroughtNote({ brought }: { brought: NewMovements & { stages: readonly number[]; file: string | null } }) {
  const t = useT()
  const parts = STAGES.flatMap((stage, at) => {
    const count = brought.stages[at] ?? 0
    return count > 0 ? [t(`page.bank.drop.brought.${stage}`, { count })] : []
  })
  return (
    <Done>
      <p>{broughtWords(t, brought)}</p>
      {parts.length > 0 ? <p>{parts.join(' ')}</p> : null}
      <ActLink to={brought.file ? `/admin/bank/imports/${brought.file}/undoing` : '/admin/bank/imports'}>
        {t(brought.file ? 'page.bank.files.undo' : 'page.bank.files.title')}
      </ActLink>
    </Done>
  )
}

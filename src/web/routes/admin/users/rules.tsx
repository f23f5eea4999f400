import { hasPower } from '#domain/access.ts'
import { setSecondFactorRule } from '#features/accounts/commands.server.ts'
import { adminsNeedSecondFactor, listAccounts } from '#features/accounts/queries.server.ts'
import { rulesRecord } from '#features/accounts/schema.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/rules.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const mayChange = hasPower(requireAdmin(context), 'house')
    const [isNeeded, accounts] = await Promise.all([adminsNeedSecondFactor(), listAccounts()])
    const without = accounts.filter(({ role, disabled, hasFactor }) => role === 'admin' && !disabled && !hasFactor)
    return {
      isNeeded,
      without: without.map(({ name, email }) => name ?? email),
      mayChange,
    }
  })

export const action = saves(
  'account.set-rules',
  rulesRecord.input,
  async (change, { secondFactor }, { context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await setSecondFactorRule(change, secondFactor === 'needed')
    return withDone('/admin/users', 'rules')
  },
)

/** What the operator requires of people who open the office. */
export default function RulesScreen({ loaderData: { isNeeded, without, mayChange } }: Route.ComponentProps) {
  const t = useT()
  const now = t(isNeeded ? 'page.users.rules.isNeeded' : 'page.users.rules.isOffered')
  return (
    <SmallAct
      record={t('page.users.rules.title')}
      from={t('page.users.title')}
      facts={{ without: without.join(', ') }}
      question={t('page.users.rules.secondFactor')}
      effect={t('page.users.rules.text')}
      buttonWords={t('page.users.rules.save')}
      kind="primary"
      barred={mayChange ? null : `${now} ${t('page.users.account.onlyOwners')}`}
    >
      {without.length > 0 ? <PeopleWithoutFactor names={without} /> : null}
      <RecordFields of={rulesRecord} values={{ secondFactor: isNeeded ? 'needed' : 'offered' }} />
    </SmallAct>
  )
}

/** People who would have to set up a second factor at their next sign-in. */
function PeopleWithoutFactor({ names }: { names: readonly string[] }) {
  const t = useT()
  return (
    <Notice tone="info">
      <p>{t('page.users.rules.without', { count: names.length, names: names.join(', ') })}</p>
    </Notice>
  )
}

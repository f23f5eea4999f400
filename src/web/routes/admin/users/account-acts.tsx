import type { Reach } from '#domain/reach.ts'
import type { AccountRow } from '#features/accounts/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { Post } from '#web/parts/post.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'

const CHANGES = ['reset', 'end-sessions', 'withdraw-factor', 'withdraw-passkeys', 'enable'] as const
type Change = (typeof CHANGES)[number]

/** What an account is opened for: seeing the area as its driver does, and opening an account that is closed. */
export function FirstActs({
  account: { disabled, driver },
  mayChange,
  mayView,
}: {
  account: AccountRow
  mayChange: boolean
  mayView: boolean
}) {
  const t = useT()
  const mayOpen = mayChange && disabled
  const viewed = mayView ? driver : null
  if (!mayOpen && !viewed) return null
  return (
    <Items>
      {mayOpen ? (
        <OneChange change="enable" help={t('page.users.account.enableHelp')} words={t('page.users.account.enable')} />
      ) : null}
      {viewed ? (
        <Item
          acts={
            <Post to="/admin/users/viewing">
              <input type="hidden" name="driver" value={viewed.id} />
              <SubmitButton kind="outlined">{t('page.users.account.view')}</SubmitButton>
            </Post>
          }
        >
          <p>{t('page.users.account.viewHelp')}</p>
        </Item>
      ) : null}
    </Items>
  )
}

/** The acts of an owner on the security of somebody's account, each with its effect; each button sends a form of its own. */
export function SecurityActs({
  account,
  hasPasskeys,
  reach,
}: {
  account: AccountRow
  hasPasskeys: boolean
  reach: Reach
}) {
  const t = useT()
  const { disabled, hasFactor } = account
  return (
    <FoldedPart title={t('page.users.account.security')} intents={CHANGES}>
      <ReachNote reach={reach} name={account.name ?? account.email} />
      <Items look="rows">
        <OneChange change="reset" help={t('page.users.account.resetHelp')} words={t('page.users.account.reset')} />
        <OneChange
          change="end-sessions"
          help={t('page.users.account.endSessionsHelp')}
          words={t('page.users.account.endSessions')}
        />
        {hasFactor === false ? null : (
          <OneChange
            change="withdraw-factor"
            help={t('page.users.account.withdrawHelp')}
            words={t('page.users.account.withdrawFactor')}
          />
        )}
        {hasPasskeys ? (
          <OneChange
            change="withdraw-passkeys"
            help={t('page.users.account.withdrawPasskeysHelp')}
            words={t('page.users.account.withdrawPasskeys')}
          />
        ) : null}
        {disabled ? null : (
          <Item
            acts={
              <LinkButton to={`/admin/users/${account.uid}/closing`} kind="danger">
                {t('page.users.account.disable')}
              </LinkButton>
            }
          >
            <p>{t('page.users.account.disableHelp')}</p>
          </Item>
        )}
      </Items>
    </FoldedPart>
  )
}

function OneChange({ change, help, words }: { change: Change; help: string; words: string }) {
  return (
    <Item
      acts={
        <Form inline>
          <input type="hidden" name="intent" value={change} />
          <SubmitButton kind={change.startsWith('withdraw') ? 'danger' : 'outlined'}>{words}</SubmitButton>
        </Form>
      }
    >
      <p>{help}</p>
    </Item>
  )
}

import type { AccountRow } from '#features/accounts/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page } from '#web/ui/layout.tsx'

type Change = 'reset' | 'end-sessions' | 'withdraw-factor' | 'withdraw-passkeys' | 'enable'

/** The acts of an owner on somebody's account, each with its effect; each button sends a form of its own. */
export function AccountActs({
  account,
  hasPasskeys,
  mayChange,
  mayView,
}: {
  account: AccountRow
  hasPasskeys: boolean
  mayChange: boolean
  mayView: boolean
}) {
  const t = useT()
  if (!mayChange && !mayView) return null
  const { disabled, hasFactor, driver } = account
  return (
    <Section title={t('page.users.account.security')}>
      <Page width="middle">
        <Items>
          {mayView && driver ? (
            <Item
              acts={
                <Post to="/admin/users/viewing">
                  <input type="hidden" name="driver" value={driver.id} />
                  <SubmitButton kind="outlined">{t('page.users.account.view')}</SubmitButton>
                </Post>
              }
            >
              <p>{t('page.users.account.viewHelp')}</p>
            </Item>
          ) : null}
          {mayChange ? (
            <>
              <OneChange
                change="reset"
                help={t('page.users.account.resetHelp')}
                words={t('page.users.account.reset')}
              />
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
              {disabled ? (
                <OneChange
                  change="enable"
                  help={t('page.users.account.enableHelp')}
                  words={t('page.users.account.enable')}
                />
              ) : (
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
            </>
          ) : null}
        </Items>
      </Page>
    </Section>
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

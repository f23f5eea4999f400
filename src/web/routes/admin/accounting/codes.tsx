import { USUAL_CODES } from '#domain/account-codes.ts'
import { COMPANY_ACCOUNTS, DRIVER_ACCOUNTS } from '#domain/ledger.ts'
import { saveAccountCodes } from '#features/ledger/account-codes/commands.server.ts'
import { readAccountCodes } from '#features/ledger/account-codes/queries.server.ts'
import { accountCodesInput } from '#features/ledger/account-codes/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { FieldRow, Fieldset, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/codes.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs) => ({
  codes: await readAccountCodes(),
  isSaved: url.searchParams.get('done') === 'saved',
}))

export const action = saves('account-codes.save', accountCodesInput, async (deed, codes) => {
  await saveAccountCodes(deed, codes)
  return '/admin/accounting/codes?done=saved'
})

/** Under which number each account of the books goes to the accountant. */
export default function CodesScreen({ loaderData: { codes, isSaved }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const groups = [
    { name: t('page.accounting.codes.drivers'), accounts: DRIVER_ACCOUNTS },
    { name: t('page.accounting.codes.company'), accounts: COMPANY_ACCOUNTS },
  ]
  return (
    <>
      <PageHead
        title={t('page.accounting.codes.title')}
        subtitle={t('page.accounting.codes.subtitle')}
        back={{ to: '/admin/accounting', label: t('page.accounting.title') }}
      />
      <Page width="middle">
        {isSaved ? <Done>{t('page.accounting.codes.saved')}</Done> : null}
        <Notice tone="info">
          <p>{t('page.accounting.codes.advice')}</p>
        </Notice>
        <Form reply={reply} wide mayBeEmpty>
          {groups.map(({ name, accounts }) => (
            <Fieldset key={name} legend={name}>
              <FieldRow>
                {accounts.map((account) => (
                  <TextField
                    key={account}
                    name={account}
                    label={t(`page.accounts.accounts.${account}`)}
                    help={t('page.accounting.codes.usual', { code: USUAL_CODES[account] })}
                    defaultValue={codes[account]}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                    reply={reply}
                  />
                ))}
              </FieldRow>
            </Fieldset>
          ))}
          <Actions>
            <SubmitButton>{t('page.accounting.codes.reason')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

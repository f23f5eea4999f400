import { type AccountClass, OTHER_CODES, USUAL_CODES, accountsOfClass, classOf } from '#domain/account-codes.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveAccountCodes } from '#features/ledger/account-codes/commands.server.ts'
import { readAccountCodes } from '#features/ledger/account-codes/queries.server.ts'
import { type CodedAccount, accountCodesInput, accountCode } from '#features/ledger/account-codes/schema.ts'
import { limitsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Grid } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/codes.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs) => ({
  codes: await readAccountCodes(),
  events: await listEvents('account-codes'),
  isSaved: url.searchParams.get('done') === 'saved',
}))

export const action = saves('account-codes.save', accountCodesInput, async (change, codes) => {
  await saveAccountCodes(change, codes)
  return '/admin/accounting/codes?done=saved'
})

/** Assets, debts and equity on one side, costs and income on the other: two tables of about the same length. */
const SIDES: readonly (readonly AccountClass[])[] = [
  ['1', '2', '5'],
  ['6', '7'],
]

/** The number under which the accountant gets each account of the books, in the order of the chart of accounts. */
export default function CodesScreen({ loaderData: { codes, isSaved, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.accounting.codes.title')}
        subtitle={t('page.accounting.codes.subtitle')}
        back={{ to: '/admin/accounting', label: t('page.accounting.title') }}
      />
      <Page>
        {isSaved ? <Done>{t('page.accounting.codes.saved')}</Done> : null}
        <Words look="soft">{t('page.accounting.codes.advice')}</Words>
        <Words look="soft">{t('page.accounting.management')}</Words>
        <Form wide mayBeEmpty>
          <Grid>
            {SIDES.map((classes) => (
              <Table
                key={classes.join('')}
                caption={classes.map((accountClass) => t(`page.accounting.codes.classes.${accountClass}`)).join(', ')}
                phone="columns"
                rows={classes.flatMap(accountsOfClass)}
                rowKey={(account) => account}
                group={(account) => {
                  const id = classOf(account)
                  return { id, head: t(`page.accounting.codes.classes.${id}`) }
                }}
                columns={columns(codes, t)}
              />
            ))}
          </Grid>
          <Actions>
            <SubmitButton>{t('page.accounting.codes.reason')}</SubmitButton>
          </Actions>
        </Form>
        <RecordHistory events={events} />
      </Page>
    </>
  )
}

function columns(codes: Record<CodedAccount, string>, t: Translator): Column<CodedAccount>[] {
  return [
    { head: t('page.accounting.codes.account'), cell: (account) => t(`page.accounts.accounts.${account}`) },
    {
      head: t('page.accounting.codes.number'),
      cell: (account) => <CodeField account={account} code={codes[account]} />,
    },
  ]
}

/** The field names the usual number if it holds another one; an empty field shows the usual number, which then counts. */
function CodeField({ account, code }: { account: CodedAccount; code: string }) {
  const t = useT()
  const usual = USUAL_CODES[account]
  const others = OTHER_CODES[account] ?? []
  return (
    <TextField
      name={account}
      label={t(`page.accounts.accounts.${account}`)}
      quiet
      help={
        [
          ...(code === usual ? [] : [t('page.accounting.codes.usual', { code: usual })]),
          ...others.map((other) => t('page.accounting.codes.other', { code: other })),
        ].join(' · ') || null
      }
      placeholder={usual}
      defaultValue={code}
      inputMode="decimal"
      autoComplete="off"
      {...limitsOf(accountCode)}
    />
  )
}

import { maskIban } from '#domain/identifiers.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { findCompany, lackingOf } from '#features/company/queries.server.ts'
import { askForCompany } from '#features/oversight/second-person/commands.server.ts'
import { companyInput, companyRecord } from '#features/company/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { LookButton, useLookForm } from '#web/parts/look.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { looksFirst, saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton, useMerged } from '#web/ui/form.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { CompanyLook } from './company-look.tsx'
import type { Route } from './+types/company.ts'

export const loader = shows(async () => {
  const [company, events] = await Promise.all([findCompany(), listEvents('company')])
  const lacking = lackingOf(company)
  if (!company) return { company, account: null, lacking, events }
  const { debtorIban, ...rest } = company
  return { company: rest, account: debtorIban && maskIban(debtorIban), lacking, events }
})

const save = saves('company.save', companyInput, async (change, input, { request, context }: Route.ActionArgs) => {
  const known = (await findCompany(change.tx))?.debtorIban
  // Leavers are asked to pay their debt to this account, so changing it is delicate.
  if (known && input.debtorIban !== null && known !== input.debtorIban) requireRecentSignIn(context)
  if ((await askForCompany(change, input)) === 'asked') return '/admin/second-person?done=asked'
  return wayBack(request) ?? withDone('/admin/company', 'saved')
})

export const action = looksFirst(companyInput, save)

export default function CompanyScreen({
  loaderData: { company, account, lacking, events },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const values: object = company ?? {}
  const typed = useMerged({ of: companyRecord, values, reply }).reply?.values
  const kept = (name: string) => {
    const value: unknown = Reflect.get(values, name) ?? ''
    return Array.isArray(value) ? value.join('\n') : String(value)
  }
  return (
    <>
      <PageHead title={t('page.fleet.company.title')} subtitle={t('page.fleet.company.subtitle')} />
      <Stack>
        <DoneNote />
        <ContractWay />
        {lacking.length > 0 ? (
          <Notice>
            {t('page.start.steps.company.lacks', {
              names: lacking.map((fact) => t(`page.start.facts.${fact}`)).join(', '),
            })}
          </Notice>
        ) : null}
        {company?.nipc && !company.nipcValid ? (
          <Notice tone="warn">{t('page.fleet.company.nipcWrong', { nipc: company.nipc })}</Notice>
        ) : null}
        {company && !company.debtorIbanValid ? (
          <Notice tone="bad">{t('page.fleet.company.debtorIbanWrong')}</Notice>
        ) : null}
        <SideBySide>
          <Form
            of={companyRecord}
            values={values}
            version={company?.version ?? 0}
            drawn={{ debtorIban: <Account account={account} /> }}
            {...useLookForm()}
          >
            <Actions>
              <SubmitButton>{t('page.fleet.company.save')}</SubmitButton>
              <LookButton />
              {company ? (
                <span>{t('page.fleet.company.updated', { at: formatInstant(company.updatedAt, t.language) })}</span>
              ) : null}
            </Actions>
          </Form>
          <CompanyLook account={account} text={(name) => typed?.[name] ?? kept(name)} />
        </SideBySide>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

/** Field for the bank account; left empty, it keeps the known one. */
function Account({ account }: { account: string | null }) {
  const t = useT()
  return (
    <>
      <TextField
        name="debtorIban"
        label={t('page.fleet.company.debtorIban')}
        help={account ? t('page.fleet.company.debtorIbanKept', { account }) : t('page.fleet.company.debtorIbanHelp')}
        autoComplete="off"
        spellCheck={false}
        {...limitsOf(companyInput.shape.debtorIban)}
      />
      {account ? (
        <div>
          <LinkButton to="/admin/sealed/account/company/1" kind="text">
            {t('page.sealed.ofIban')}
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}

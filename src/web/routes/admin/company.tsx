import { SEPA_FORMATS } from '#domain/company.ts'
import { maskIban } from '#domain/identifiers.ts'
import { LONGEST_OWN_LIST } from '#domain/imported-file.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { askForCompany } from '#features/oversight/second-person/commands.server.ts'
import { companyInput } from '#features/company/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import {
  Actions,
  DateField,
  FieldRow,
  Fieldset,
  Form,
  SelectField,
  SubmitButton,
  TextareaField,
  TextField,
} from '#web/ui/form.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import type { Route } from './+types/company.ts'

/** The formats of the bank file by their age, which is what a person knows of them. */
const FORMAT_NAMES = {
  'pain.001.001.09': 'current',
  'pain.001.001.03': 'earlier',
} as const satisfies Record<(typeof SEPA_FORMATS)[number], string>

export const loader = shows(async () => {
  const company = await findCompany()
  if (!company) return { company, account: null }
  const { debtorIban, ...rest } = company
  return { company: rest, account: debtorIban && maskIban(debtorIban) }
})

export const action = saves(
  'company.save',
  companyInput,
  async (deed, input, { request, context }: Route.ActionArgs) => {
    const known = (await findCompany(deed.tx))?.debtorIban
    // Leavers pay what they owe to this account, as the demand says.
    if (known && input.debtorIban !== null && known !== input.debtorIban) requireRecentSignIn(context)
    if ((await askForCompany(deed, input)) === 'asked') return '/admin/second-person?done=asked'
    return wayBack(request) ?? withDone('/admin/company', 'saved')
  },
)

export default function CompanyScreen({ loaderData: { company, account }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.fleet.company.title')} subtitle={t('page.fleet.company.subtitle')} />
      <Stack>
        <DoneNote />
        {company ? null : <Notice>{t('page.fleet.company.first')}</Notice>}
        {company?.nipc && !company.nipcValid ? (
          <Notice tone="warn">{t('page.fleet.company.nipcWrong', { nipc: company.nipc })}</Notice>
        ) : null}
        {company && !company.debtorIbanValid ? (
          <Notice tone="bad">{t('page.fleet.company.debtorIbanWrong')}</Notice>
        ) : null}
        <Form reply={reply}>
          <input type="hidden" name="version" value={company?.version ?? 0} />
          <Fieldset legend={t('page.fleet.company.identity')}>
            <TextField
              name="name"
              label={t('page.fleet.company.name')}
              help={t('page.fleet.company.nameHelp')}
              defaultValue={company?.name ?? ''}
              autoComplete="organization"
              maxLength={140}
              required
            />
            <TextField
              name="nipc"
              label={t('page.fleet.company.nipc')}
              defaultValue={company?.nipc ?? ''}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
            />
            <FieldRow>
              <TextField
                name="licenceNumber"
                label={t('page.fleet.company.licence')}
                defaultValue={company?.licenceNumber ?? ''}
                autoComplete="off"
                maxLength={40}
              />
              <DateField
                name="licenceExpiresOn"
                label={t('page.fleet.company.licenceExpires')}
                defaultValue={company?.licenceExpiresOn ?? ''}
              />
            </FieldRow>
          </Fieldset>
          <Fieldset legend={t('page.fleet.company.payments')}>
            <TextField
              name="debtorIban"
              label={t('page.fleet.company.debtorIban')}
              help={
                account ? t('page.fleet.company.debtorIbanKept', { account }) : t('page.fleet.company.debtorIbanHelp')
              }
              autoComplete="off"
              spellCheck={false}
              maxLength={50}
            />
            {account ? (
              <LinkButton to="/admin/sealed/account/company/1" kind="text">
                {t('page.sealed.ofIban')}
              </LinkButton>
            ) : null}
            <SelectField
              name="sepaFormat"
              label={t('page.fleet.company.sepaFormat')}
              help={t('page.fleet.company.sepaFormatHelp')}
              options={SEPA_FORMATS.map((format) => ({
                value: format,
                label: t(`page.fleet.company.sepaFormats.${FORMAT_NAMES[format]}`),
              }))}
              defaultValue={company?.sepaFormat ?? SEPA_FORMATS[0]}
              required
            />
          </Fieldset>
          <Fieldset legend={t('page.fleet.company.platforms')}>
            <TextareaField
              name="uberOrganisations"
              label={t('page.fleet.company.uberOrganisations')}
              help={t('page.fleet.company.uberOrganisationsHelp')}
              defaultValue={(company?.uberOrganisations ?? []).join('\n')}
              rows={3}
              maxLength={LONGEST_OWN_LIST}
            />
            <TextareaField
              name="boltCompanies"
              label={t('page.fleet.company.boltCompanies')}
              help={t('page.fleet.company.boltCompaniesHelp')}
              defaultValue={(company?.boltCompanies ?? []).join('\n')}
              rows={3}
              maxLength={LONGEST_OWN_LIST}
            />
            <TextareaField
              name="viaVerdeContracts"
              label={t('page.fleet.company.contracts')}
              help={t('page.fleet.company.contractsHelp')}
              defaultValue={(company?.viaVerdeContracts ?? []).join('\n')}
              rows={3}
              maxLength={LONGEST_OWN_LIST}
            />
          </Fieldset>
          <Actions>
            <SubmitButton>{t('page.fleet.company.save')}</SubmitButton>
            {company ? (
              <span>{t('page.fleet.company.updated', { at: formatInstant(company.updatedAt, t.language) })}</span>
            ) : null}
          </Actions>
        </Form>
      </Stack>
    </>
  )
}

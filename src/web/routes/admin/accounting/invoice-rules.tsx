import { readMonth } from '#domain/month.ts'
import { saveInvoiceRules } from '#features/accounting/invoices/commands.server.ts'
import { findInvoiceRules, listInvoiceRules } from '#features/accounting/invoices/queries.server.ts'
import { type InvoicingRule, invoiceRulesRecord } from '#features/accounting/invoices/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatMonth, formatMonthInside } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/invoice-rules.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const month = readMonth(params.month)
  const [rules, said] = await Promise.all([findInvoiceRules(month), listInvoiceRules()])
  return { month, rules, said }
})

export const action = saves(
  'invoice.rules',
  invoiceRulesRecord.input.and(opened),
  async (change, { opened: seen, ...rules }, { params, url }: Route.ActionArgs) => {
    const month = readMonth(params.month)
    refuseIfChanged(invoiceRulesRecord, seen, await findInvoiceRules(month, change.tx), languageOf(url.pathname))
    await saveInvoiceRules(change, month, rules)
    return `/admin/accounting/${month}/invoices?done=rules`
  },
)

/** The accountant's decision for each kind of line, from this month on. */
export default function InvoiceRulesScreen({ loaderData: { month, rules, said } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.invoices.deciding.title', { month: formatMonthInside(month, t.language) })}
        back={{ to: `/admin/accounting/${month}/invoices`, label: t('page.invoices.back') }}
      />
      <Page>
        <Words>
          {t('page.invoices.undecided.text')} {t('page.invoices.deciding.text')}
        </Words>
        <Form of={invoiceRulesRecord} values={rules} version={null}>
          <Words look="soft">{t('page.invoices.deciding.effect')}</Words>
          <Actions>
            <SubmitButton>{t('page.invoices.deciding.save')}</SubmitButton>
          </Actions>
        </Form>
        <Stack>
          <Words look="soft">{t('page.invoices.deciding.field')}</Words>
          <Links>
            <Link to="/admin/financial-settings">{t('page.accounting.vat.apart.settings')}</Link>
          </Links>
        </Stack>
        {said.length === 0 ? null : (
          <Section title={t('page.invoices.deciding.history')}>
            <Table
              caption={t('page.invoices.deciding.caption')}
              rows={said}
              rowKey={({ id }) => id}
              columns={columnsOf(t)}
            />
          </Section>
        )}
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<InvoicingRule>[] {
  return [
    { head: t('page.invoices.deciding.kind'), phone: 'identity', cell: ({ kind }) => t(`page.invoices.kinds.${kind}`) },
    {
      head: t('page.invoices.deciding.treatment'),
      phone: 'fact',
      wraps: true,
      cell: ({ treatment }) => t(`page.invoices.treatments.${treatment}`),
    },
    { head: t('page.invoices.deciding.from'), phone: 'amount', cell: ({ from }) => formatMonth(from, t.language) },
    {
      head: t('page.invoices.deciding.said'),
      phone: 'state',
      cell: ({ day: on, by }) => {
        const day = formatDayShort(on, t.language)
        return by === null ? day : t('page.invoices.deciding.saidBy', { day, name: by })
      },
    },
  ]
}

import { checkList } from '#features/payments/receipt-checks/commands.server.ts'
import { checkInput } from '#features/payments/receipt-checks/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const loader = shows(async () => null)

export const action = saves('receipt.check', checkInput, async (deed, { list }) => {
  return `/admin/weekly/receipts/checks/${await checkList(deed, list)}?done=checked`
})

const STEPS = ['where', 'export', 'drop'] as const

/** Where the list of e-Fatura is dropped, and how one comes by it. */
export default function NewReceiptCheckScreen() {
  const t = useT()
  const back = '/admin/weekly/receipts'
  return (
    <>
      <PageHead
        back={{ to: back, label: t('page.greenReceipts.office.back') }}
        title={t('page.greenReceipts.checks.new')}
        subtitle={t('page.greenReceipts.checks.subtitle')}
      />
      <Page width="narrow">
        <Bullets>
          {STEPS.map((step) => (
            <li key={step}>{t(`page.greenReceipts.checks.steps.${step}`)}</li>
          ))}
        </Bullets>
        <Form encType="multipart/form-data">
          <FileDrop
            name="list"
            label={t('page.greenReceipts.checks.list')}
            help={t('page.greenReceipts.checks.listHelp')}
            accept=".csv,.xlsx"
            multiple={false}
            required
          />
          <Words look="soft">{t('page.greenReceipts.checks.kept')}</Words>
          <Actions>
            <SubmitButton>{t('page.greenReceipts.checks.submit')}</SubmitButton>
            <LinkButton to={back} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

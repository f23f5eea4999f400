import { checkList } from '#features/payments/receipt-checks/commands.server.ts'
import { checkInput, checkRecord } from '#features/payments/receipt-checks/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'

export const loader = shows(async () => null)

export const action = saves('receipt.check', checkInput, async (change, { list }) => {
  return `/admin/weekly/receipts/checks/${await checkList(change, list)}?done=checked`
})

const STEPS = ['where', 'export', 'drop'] as const

/** The form to drop the list of e-Fatura, with how to get it. */
export default function NewReceiptCheckScreen() {
  const t = useT()
  return (
    <SmallAct
      record={t('page.greenReceipts.checks.new')}
      from={t('page.greenReceipts.office.back')}
      facts={{}}
      question={t('page.greenReceipts.checks.subtitle')}
      effect={<Steps />}
      buttonWords={t('page.greenReceipts.checks.submit')}
      kind="primary"
      unchanged={t('page.greenReceipts.checks.kept')}
      files
    >
      <RecordFields of={checkRecord} />
    </SmallAct>
  )
}

function Steps() {
  const t = useT()
  return (
    <Bullets>
      {STEPS.map((step) => (
        <li key={step}>{t(`page.greenReceipts.checks.steps.${step}`)}</li>
      ))}
    </Bullets>
  )
}

import type { OwnReceipt, ReceiptToIssue } from '#features/payments/green-receipts/schema.ts'
import { formatAmount, formatMoney } from '#messages/numbers.ts'
import { PORTAL_KIND, PORTAL_REASON } from '#messages/portal-words.ts'
import { useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './receipt-to-issue.module.css'

/**
 * The values that a driver enters at the Portal, field by field: one press copies each, and without a script each is selected
 * whole. The Portal's words stay in Portuguese.
 */
export function ReceiptFields({ toIssue }: { toIssue: ReceiptToIssue }) {
  const t = useT()
  const { value, totals, description, day, vat, withholding, acquirer } = toIssue
  const fields = [
    ['kind', PORTAL_KIND],
    ['nif', acquirer.nif],
    ['name', acquirer.name],
    ['address', acquirer.address],
    ['reason', PORTAL_REASON],
    ['description', description],
    // The Portal wants digits alone, with a comma.
    ['value', formatAmount(value, 'pt').replaceAll(/[.\s]/g, '')],
    ['vat', vat],
    ['withholding', withholding],
    ['day', day],
  ] as const
  return (
    <div className={styles.stack}>
      <p>{t('page.greenReceipts.copyText')}</p>
      {acquirer.nif === null ? <Notice tone="warn">{t('page.greenReceipts.noNif')}</Notice> : null}
      <dl className={styles.fields}>
        {fields.map(([name, text]) => {
          if (!text) return null
          const label = t(`page.greenReceipts.fields.${name}`)
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd id={`receipt-${name}`} lang="pt">
                {text}
              </dd>
              <dd className={styles.take}>
                <CopyButton of={`receipt-${name}`} label={t('page.greenReceipts.copyOf', { label })} quiet />
              </dd>
            </div>
          )
        })}
      </dl>
      {totals ? (
        <p>
          {t('page.greenReceipts.totals', {
            vat: formatMoney(totals.vat, t.language),
            withheld: formatMoney(totals.withheld, t.language),
            toPay: formatMoney(totals.toPay, t.language),
          })}
        </p>
      ) : (
        <p>{t('page.greenReceipts.noRates')}</p>
      )}
    </div>
  )
}

/** The state of a statement's receipt, in a word. */
export function ReceiptMark({ receipt: { mark, isAwaited, papers } }: { receipt: OwnReceipt }) {
  const t = useT()
  if (mark === 'received' || papers.some(({ state }) => state === 'matched' || state === 'accepted'))
    return <State tone="ok">{t('page.greenReceipts.mark.received')}</State>
  if (mark === 'waived') return <State tone="info">{t('page.greenReceipts.mark.waived')}</State>
  if (papers.some(({ state }) => state === 'asked')) return null
  return (
    <p>
      <State tone="warn">{t('page.greenReceipts.mark.due')}</State> {isAwaited ? t('page.greenReceipts.awaited') : null}
    </p>
  )
}

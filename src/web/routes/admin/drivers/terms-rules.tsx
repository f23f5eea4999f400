import type { FinancialSettings } from '#domain/financial-settings.ts'
import { RECEIPT_BASES, RECEIPT_VATS, UNWITHHELD, WITHHOLDINGS } from '#domain/terms.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, DateField, FieldRow, MoneyField, SelectField, TextField } from '#web/ui/fields.tsx'
import { withholdingWords } from './terms-facts.tsx'
import { FOLLOW_FIELDS } from './terms-values.ts'
import styles from './terms-form.module.css'

const LABELS = {
  feeFloor: 'page.settings.more.feeFloor',
  feeCap: 'page.settings.more.feeCap',
  feeByDays: 'page.settings.more.feeByDays',
  exemptionWeeks: 'page.settings.more.exemptionWeeks',
  exemptionFrom: 'page.settings.more.exemptionFrom',
  kmIncluded: 'page.settings.more.kmIncluded',
  kmRate: 'page.settings.more.kmRate',
  kmAfter: 'page.settings.more.kmAfter',
  kmAfterRate: 'page.settings.more.kmAfterRate',
  ceiling: 'page.settings.more.ceiling',
  receiptVat: 'page.settings.more.receiptVat',
  withholding: 'page.settings.more.withholding',
  receiptCarried: 'page.settings.more.receiptCarried',
  receiptBase: 'page.settings.more.receiptBase',
} as const
type RuleField = keyof typeof LABELS

/** Rules that are seldom agreed, folded; open if one of them is set. */
export function MoreRules({ reply, settings }: { reply: Reply; settings: FinancialSettings }) {
  const t = useT()
  const isUsed = [...Object.keys(LABELS), FOLLOW_FIELDS.kilometres].some(
    (name) => (reply.values[name] && reply.values[name] !== 'result') || reply.fieldErrors[name],
  )
  const field = (name: RuleField, help?: string) => ({ name, label: t(LABELS[name]), ...(help ? { help } : {}) })
  // A rate that is not in the law, agreed before the form checked that, stays visible: saving it is refused, and it is
  // never corrected by itself.
  const withholding = reply.values['withholding'] ?? ''
  const [waived, ...rates] = WITHHOLDINGS.map(String)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the law has more than one rate
  const known = [waived!, ...UNWITHHELD.map((reason) => `0-${reason}`), ...rates]
  const withholdings = withholding === '' || known.includes(withholding) ? known : [withholding, ...known]
  return (
    <Disclosure summary={t('page.settings.more.title')} open={isUsed}>
      <div className={styles.part}>
        <div className={`${styles.part} ${styles.percent}`}>
          <FieldRow>
            <MoneyField {...field('feeFloor', t('page.settings.more.empty'))} />
            <MoneyField {...field('feeCap', t('page.settings.more.empty'))} />
          </FieldRow>
        </div>
        <CheckboxField {...field('feeByDays')} />
        <FieldRow>
          <TextField {...field('exemptionWeeks')} inputMode="decimal" />
          <DateField {...field('exemptionFrom')} />
        </FieldRow>
        <div className={`${styles.part} ${styles.rental}`}>
          <CheckboxField
            name={FOLLOW_FIELDS.kilometres}
            label={t('page.fleet.terms.follows.kilometres', {
              count: formatNumber(settings.kilometresIncluded, t.language),
              amount: formatMoney(settings.kilometreRate, t.language),
            })}
          />
          <div className={`${styles.part} ${styles.ownKilometres}`}>
            <FieldRow>
              <TextField {...field('kmIncluded')} inputMode="decimal" />
              <MoneyField {...field('kmRate')} />
            </FieldRow>
            <FieldRow>
              <TextField {...field('kmAfter')} inputMode="decimal" />
              <MoneyField {...field('kmAfterRate')} />
            </FieldRow>
          </div>
        </div>
        <TextField {...field('ceiling', t('page.settings.more.ceilingHelp'))} inputMode="decimal" />
        <div className={`${styles.part} ${styles.invoices}`}>
          <FieldRow>
            <SelectField
              {...field('receiptVat')}
              empty={t('page.settings.more.receiptNone')}
              options={RECEIPT_VATS.map((value) => ({ value, label: t(`page.settings.more.receiptVats.${value}`) }))}
            />
            <SelectField
              {...field('withholding', t('page.settings.more.withholdingHelp'))}
              options={withholdings.map((value) => ({ value, label: withholdingWords(value, t) }))}
            />
          </FieldRow>
          <CheckboxField {...field('receiptCarried')} />
          <SelectField
            {...field('receiptBase', t('page.settings.more.receiptBaseHelp'))}
            options={RECEIPT_BASES.map((value) => ({ value, label: t(`page.settings.more.receiptBases.${value}`) }))}
          />
        </div>
      </div>
    </Disclosure>
  )
}

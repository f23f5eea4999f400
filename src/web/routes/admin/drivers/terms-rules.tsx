import { FOLLOWED, RECEIPT_VATS, type Followed, type Terms } from '#domain/terms.ts'
import { monday } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount, formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, DateField, FieldRow, Fieldset, MoneyField, SelectField, TextField } from '#web/ui/form.tsx'
import styles from './terms-form.module.css'

/** Names of the boxes that let a part follow the settings. */
const FOLLOW_FIELDS: Record<Followed, string> = {
  fee: 'followsFee',
  rent: 'followsRent',
  'trip-vat': 'followsTripVat',
  kilometres: 'followsKilometres',
}

/** What is agreed only now and then, folded until it is needed; open where something of it stands. */
export function MoreRules({ terms, reply }: { terms: Terms | null; reply: Reply | undefined }) {
  const t = useT()
  const values = ruleValues(terms, t.language)
  const isUsed = reply !== undefined || (terms !== null && ruleWords(terms, t).length > 0)
  const money = (name: keyof typeof values & keyof typeof LABELS, help?: string) => (
    <MoneyField
      name={name}
      label={t(LABELS[name])}
      {...(help ? { help } : {})}
      defaultValue={values[name]}
      reply={reply}
    />
  )
  const number = (name: keyof typeof values & keyof typeof LABELS, help?: string) => (
    <TextField
      name={name}
      label={t(LABELS[name])}
      {...(help ? { help } : {})}
      inputMode="decimal"
      defaultValue={values[name]}
      reply={reply}
    />
  )
  return (
    <Disclosure summary={t('page.settings.more.title')} open={isUsed}>
      <div className={styles.part}>
        <Fieldset legend={t('page.settings.more.follows')}>
          {FOLLOWED.map((part) => (
            <CheckboxField
              key={part}
              name={FOLLOW_FIELDS[part]}
              label={t(`page.settings.more.followed.${part}`)}
              defaultChecked={terms?.follows?.includes(part) ?? false}
              reply={reply}
            />
          ))}
        </Fieldset>
        <div className={`${styles.part} ${styles.percent}`}>
          <FieldRow>
            {money('feeFloor', t('page.settings.more.empty'))}
            {money('feeCap', t('page.settings.more.empty'))}
          </FieldRow>
        </div>
        <CheckboxField
          name="feeByDays"
          label={t('page.settings.more.feeByDays')}
          defaultChecked={terms?.feeByDays ?? false}
          reply={reply}
        />
        <FieldRow>
          {number('exemptionWeeks')}
          <DateField
            name="exemptionFrom"
            label={t('page.settings.more.exemptionFrom')}
            defaultValue={values.exemptionFrom}
            reply={reply}
          />
        </FieldRow>
        <div className={`${styles.part} ${styles.rental}`}>
          <FieldRow>
            {number('kmIncluded')}
            {money('kmRate')}
          </FieldRow>
          <FieldRow>
            {number('kmAfter')}
            {money('kmAfterRate')}
          </FieldRow>
        </div>
        <div className={`${styles.part} ${styles.percentage}`}>
          {money('chargingCap', t('page.settings.more.chargingCapHelp'))}
        </div>
        {number('ceiling', t('page.settings.more.ceilingHelp'))}
        <FieldRow>
          <SelectField
            name="receiptVat"
            label={t('page.settings.more.receiptVat')}
            empty={t('page.settings.more.receiptNone')}
            options={RECEIPT_VATS.map((value) => ({ value, label: t(`page.settings.more.receiptVats.${value}`) }))}
            defaultValue={terms?.receipt?.vat ?? ''}
            reply={reply}
          />
          {number('withholding')}
        </FieldRow>
        <CheckboxField
          name="receiptCarried"
          label={t('page.settings.more.receiptCarried')}
          defaultChecked={terms?.receipt?.carried ?? false}
          reply={reply}
        />
      </div>
    </Disclosure>
  )
}

const LABELS = {
  feeFloor: 'page.settings.more.feeFloor',
  feeCap: 'page.settings.more.feeCap',
  exemptionWeeks: 'page.settings.more.exemptionWeeks',
  kmIncluded: 'page.settings.more.kmIncluded',
  kmRate: 'page.settings.more.kmRate',
  kmAfter: 'page.settings.more.kmAfter',
  kmAfterRate: 'page.settings.more.kmAfterRate',
  chargingCap: 'page.settings.more.chargingCap',
  ceiling: 'page.settings.more.ceiling',
  withholding: 'page.settings.more.withholding',
} as const

function ruleValues(terms: Terms | null, language: Language) {
  const amount = (cents: number | undefined) => (cents === undefined ? '' : formatAmount(cents, language))
  const rate = (basisPoints: number | null | undefined) =>
    basisPoints === undefined || basisPoints === null ? '' : amount(basisPoints).replace(/[.,]00$/, '')
  const fee = terms?.fee.mode === 'percent' ? terms.fee : undefined
  const { exemption, kilometres, receipt } = terms ?? {}
  return {
    feeFloor: amount(fee?.floor),
    feeCap: amount(fee?.cap),
    exemptionWeeks: exemption ? String(exemption.weeks) : '',
    exemptionFrom: exemption ? exemption.from : '',
    kmIncluded: kilometres ? String(kilometres.included) : '',
    kmRate: amount(kilometres?.rate),
    kmAfter: kilometres?.beyond ? String(kilometres.beyond.after) : '',
    kmAfterRate: amount(kilometres?.beyond?.rate),
    chargingCap: amount(terms?.split?.chargingCap),
    ceiling: rate(terms?.ceiling),
    withholding: rate(receipt?.withholding),
  }
}

/** The rules that stand beside the usual ones, one short sentence each. */
export function ruleWords(
  { fee, split, feeByDays, exemption, kilometres, ceiling, receipt, follows }: Terms,
  t: Translator,
) {
  const { language } = t
  const money = (cents: number) => formatMoney(cents, language)
  const percent = (rate: number) => formatPercent(rate, language)
  return [
    fee.mode === 'percent' && fee.floor !== undefined
      ? t('page.settings.more.words.floor', { amount: money(fee.floor) })
      : null,
    fee.mode === 'percent' && fee.cap !== undefined
      ? t('page.settings.more.words.cap', { amount: money(fee.cap) })
      : null,
    feeByDays ? t('page.settings.more.words.byDays') : null,
    exemption
      ? t('page.settings.more.words.exemption', {
          count: exemption.weeks,
          day: formatDayShort(monday(exemption.from).toString(), language),
        })
      : null,
    kilometres
      ? t('page.settings.more.words.kilometres', {
          count: formatNumber(kilometres.included, language),
          amount: money(kilometres.rate),
        })
      : null,
    split?.chargingCap === undefined
      ? null
      : t('page.settings.more.words.chargingCap', { amount: money(split.chargingCap) }),
    ceiling === undefined || ceiling === null
      ? null
      : t('page.settings.more.words.ceiling', { rate: percent(ceiling) }),
    receipt
      ? t('page.settings.more.words.receipt', {
          vat: t(`page.settings.more.receiptVats.${receipt.vat}`),
          rate: percent(receipt.withholding),
        })
      : null,
    follows
      ? t('page.settings.more.words.follows', {
          parts: follows.map((part) => t(`page.settings.more.followed.${part}`)).join(', '),
        })
      : null,
  ].filter((words) => words !== null)
}

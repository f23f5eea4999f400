import type { ReceiptDifference } from '#domain/green-receipt.ts'
import type { GreenReceiptState, GreenReceiptView } from '#features/payments/green-receipts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatWeekInside } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { readWeek } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Record<GreenReceiptState, StateTone> = {
  matched: 'ok',
  accepted: 'ok',
  asked: 'warn',
  declined: 'bad',
  withdrawn: 'todo',
  released: 'todo',
}

export function ReceiptState({ state }: Pick<GreenReceiptView, 'state'>) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.greenReceipts.states.${state}`)}</State>
}

/** How a receipt differs from what the statement asks, or why it could not be read: a sentence each. */
export function receiptDoubts(
  { unread, differences }: Pick<GreenReceiptView, 'unread' | 'differences'>,
  t: Translator,
): string[] {
  if (unread) return [t(`page.greenReceipts.unread.${unread}`)]
  return differences.map((difference) =>
    t(`page.greenReceipts.differences.${difference.kind}`, {
      expected: differenceText(difference, difference.expected, t),
      found: differenceText(difference, difference.found, t),
    }),
  )
}

function differenceText({ kind }: ReceiptDifference, value: string | number | null, t: Translator): string {
  if (typeof value === 'number') return formatMoney(value, t.language)
  if (value === null) return ''
  if (kind === 'kind') return t.find(`page.greenReceipts.kinds.${value}`) ?? value
  if (kind === 'week') return formatWeekInside(readWeek(value), t.language)
  return kind === 'day' ? formatDayShort(value, t.language) : value
}

/** A receipt as it was read, its doubts and the answers to them, the same for driver and office. */
export function ReceiptWords({ receipt }: { receipt: GreenReceiptView }) {
  const t = useT()
  const { reading, sentAt, answer, answeredAt } = receipt
  const doubts = receiptDoubts(receipt, t)
  return (
    <>
      <p>
        <ReceiptState state={receipt.state} />
      </p>
      {reading ? (
        <p>
          {t('page.greenReceipts.says', {
            number: reading.number,
            day: formatDayShort(reading.issuedOn, t.language),
            value: formatMoney(reading.base, t.language),
          })}{' '}
          {t('page.greenReceipts.saysTotal', {
            total: formatMoney(reading.total, t.language),
            toPay: formatMoney(reading.toPay, t.language),
          })}
        </p>
      ) : null}
      {doubts.length > 0 ? (
        <Bullets>
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </Bullets>
      ) : null}
      {answer && answeredAt ? (
        <p>
          <b>{t('page.greenReceipts.answered')}:</b> {answer}
        </p>
      ) : null}
      <Words look="small">{t('page.greenReceipts.sentAt', { at: formatInstant(sentAt, t.language) })}</Words>
    </>
  )
}

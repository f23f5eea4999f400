import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { MoneyField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

/** How much of what a fine or a damage costs its driver pays, at once or week by week; `text` says what was said before. */
export function ChargeForm({
  text,
  amount,
  week,
  back,
}: {
  text: string
  /** What it costs, where that is known. */
  amount: Cents | null
  /** The first week that it is taken from. */
  week: Week
  back: string
}) {
  const t = useT()
  return (
    <Form>
      <Words>{text}</Words>
      <MoneyField
        name="amount"
        label={t('page.fines.charge.amount')}
        defaultValue={amount === null ? '' : formatAmount(amount, t.language)}
        required
      />
      <TextField
        name="count"
        label={t('page.fines.charge.count')}
        help={t('page.fines.charge.countHelp')}
        inputMode="numeric"
        defaultValue="1"
        required
      />
      <Words look="soft">{t('page.fines.charge.from', { week: weekNumber(week) })}</Words>
      <Actions>
        <SubmitButton>{t('page.fines.charge.submit')}</SubmitButton>
        <LinkButton to={back} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

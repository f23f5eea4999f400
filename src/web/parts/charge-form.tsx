import type { ReactNode } from 'react'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { chargeRecord } from '#features/plans/charges/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Asks how much of a fine or a damage its driver pays, at once or week by week; `text` says what the driver was told before. */
export function ChargeForm({
  text,
  amount,
  week,
  back,
  children,
}: {
  text: string
  /** The cost of the damage or fine, if it is known. */
  amount: Cents | null
  /** The first week whose statement it is taken from. */
  week: Week
  back: string
  children?: ReactNode
}) {
  const t = useT()
  return (
    <Form of={chargeRecord} values={{ amount, count: 1 }} above={<Words>{text}</Words>}>
      {children}
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

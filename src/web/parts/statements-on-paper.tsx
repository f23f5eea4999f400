import { firstOf } from '#domain/certain.ts'
import { type Week, weekName } from '#domain/week.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { FieldRow, SelectField } from '#web/ui/fields.tsx'
import { Actions, Form } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Weeks chosen at first: lenders and landlords ask for three months. */
const WEEKS_CHOSEN = 13

/** A driver's statements as one document: each year, or from one week to another. `weeks`: those that were issued, the newest first. */
export function StatementsOnPaper({ weeks, base }: { weeks: readonly Week[]; base: string }) {
  const t = useT()
  if (weeks.length === 0) return null
  const years = [...new Set(weeks.map((week) => weekName(week).slice(0, 4)))]
  const options = weeks.map((week) => ({ value: weekName(week), label: formatWeek(week, t.language) }))
  const oldest = weeks[WEEKS_CHOSEN - 1] ?? weeks.at(-1)
  return (
    <Card title={t('payslip.span.title')}>
      <Stack>
        <Words look="soft">{t('payslip.span.text')}</Words>
        <Actions>
          {years.map((year) => (
            <LinkButton key={year} to={`${base}/years/${year}`} icon="document" file>
              {t('payslip.year.open', { year })}
            </LinkButton>
          ))}
        </Actions>
        {weeks.length === 1 ? null : (
          <Form method="get" action={`${base}/weeks`}>
            <FieldRow>
              <SelectField
                name="from"
                label={t('payslip.span.from')}
                options={options}
                defaultValue={oldest ? weekName(oldest) : ''}
              />
              <SelectField
                name="to"
                label={t('payslip.span.to')}
                options={options}
                defaultValue={weekName(firstOf(weeks))}
              />
            </FieldRow>
            <Actions>
              <Button type="submit" icon="document" kind="outlined">
                {t('payslip.span.open')}
              </Button>
            </Actions>
          </Form>
        )}
      </Stack>
    </Card>
  )
}

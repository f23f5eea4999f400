import { ZONE } from '#domain/week.ts'
import { writeExpense } from '#features/accounting/own-expenses/commands.server.ts'
import { expenseInput, expenseRecord } from '#features/accounting/own-expenses/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/own-expense.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    ownDriver(context)
    return { today: context.get(requestContext).now.toZonedDateTimeISO(ZONE).toPlainDate().toString() }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'own-expense.write', expenseInput, async (input, change) => {
    await writeExpense(change, ownDriver(context), input)
    return sameLanguage(request, `/dashboard/payslips/own-year?year=${input.spentOn.slice(0, 4)}&done=added#expenses`)
  })

/** Records an expense of the own car or the work, for the driver's own accountant. */
export default function OwnExpenseScreen({ loaderData: { today } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/payslips/own-year#expenses', label: t('page.ownYear.backToYear') }}
        title={t('page.ownYear.expenses.addTitle')}
      />
      <Page width="narrow">
        <Card>
          <Stack>
            <Words>{t('page.ownYear.expenses.addText')}</Words>
            <Form of={expenseRecord} values={{ spentOn: today }} encType="multipart/form-data" data-outbox>
              <Actions>
                <SubmitButton>{t('page.ownYear.expenses.save')}</SubmitButton>
              </Actions>
            </Form>
          </Stack>
        </Card>
      </Page>
    </>
  )
}

import { noteOtherIncome } from '#features/accounting/dependence/commands.server.ts'
import { findOwnDependence, yearOf } from '#features/accounting/dependence/queries.server.ts'
import { saidIncome, saidIncomeRecord } from '#features/accounting/dependence/schema.ts'
import { formatAmount } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ownDriver } from '#web/session.server.ts'
import { MoneyField } from '#web/ui/fields.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/other-income.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const wantedYear = yearOf(context.get(requestContext).now)
    const found = await findOwnDependence(ownDriver(context), wantedYear)
    return { year: wantedYear.year, said: found?.saidAt ? found : null }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'dependence.say', saidIncome, async (said, change) => {
    await noteOtherIncome(change, ownDriver(context), said)
    return sameLanguage(request, '/dashboard/payslips?done=said')
  })

/** The driver's income elsewhere in the year, and whether they pay contributions: told freely, and changed at any time. */
export default function OtherIncomeScreen({ loaderData: { year, said } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.accounting.dependence.own.title', { year })}
      from={t('page.accounting.dependence.own.back')}
      back="/dashboard/payslips"
      facts={{}}
      question={t('page.accounting.dependence.own.contributes')}
      effect={t('page.accounting.dependence.own.text')}
      buttonWords={t('page.accounting.dependence.own.save')}
      kind="primary"
      isKept
    >
      <Fields year={year} said={said} />
    </SmallAct>
  )
}

type Said = Pick<Route.ComponentProps['loaderData'], 'year' | 'said'>

function Fields({ year, said }: Said) {
  return (
    <RecordFields
      of={saidIncomeRecord}
      values={{ contributes: said?.contributes === false ? 'no' : 'yes' }}
      drawn={{ elsewhere: <Elsewhere year={year} said={said} /> }}
    />
  )
}

function Elsewhere({ year, said }: Said) {
  const t = useT()
  return (
    <MoneyField
      name="elsewhere"
      label={t('page.accounting.dependence.own.elsewhere', { year })}
      help={t('page.accounting.dependence.own.elsewhereHelp')}
      defaultValue={said && said.elsewhere !== null ? formatAmount(said.elsewhere, t.language) : ''}
    />
  )
}

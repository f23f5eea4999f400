import type { StatementView } from '#features/statements/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CardFoot } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Links } from '#web/ui/layout.tsx'

/** The office's actions on one statement. `page`: the statement's own address. */
export function StatementActions({
  statement,
  page,
  alone = false,
}: {
  statement: StatementView
  page: string
  alone?: boolean
}) {
  const t = useT()
  const { state, settlement, paymentNote } = statement
  const canPay = state === 'approved' && settlement.payable > 0
  const canVoid = state === 'issued' || state === 'approved'
  return (
    <CardFoot>
      <Links>
        <Link to={`${page}/pdf`} file>
          <Icon name="download" small />
          {t('page.statement.pdf')}
        </Link>
        {alone ? <Link to={page}>{t('page.statement.own')}</Link> : null}
        <Link to={`${page}/adjustment`}>{t('page.adjustments.form.link')}</Link>
        {canPay ? <Link to={`${page}/payment`}>{t('page.statement.payOutside')}</Link> : null}
        {state === 'paid' && paymentNote ? <Link to={`${page}/payment`}>{t('page.statement.paidOutside')}</Link> : null}
        {canVoid ? <Link to={`${page}/void`}>{t('page.statement.void')}</Link> : null}
      </Links>
    </CardFoot>
  )
}

import type { WeekShown } from '#features/weeks/schema.ts'
import { statusSentence } from '#features/weeks/status/schema.ts'
import { formatDay, formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Turn, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function WeekHead({ page }: { page: WeekShown }) {
  const t = useT()
  const language = useLanguage()
  return (
    <PageHead
      back={{ to: '/admin/weekly', label: t('page.week.list.all') }}
      title={formatWeekNumber(page.week, language)}
      detail={formatWeekDays(page.week, language)}
      subtitle={subtitle()}
      turn={
        <Turn label={t('common.week')}>
          <Neighbour to={page.previous} look="previous" />
          {page.next ? <Neighbour to={page.next} look="next" /> : null}
        </Turn>
      }
    />
  )

  function subtitle() {
    const drivers = t('page.week.head.drivers', { count: page.people.count })
    const { is, on } = page.moments.payment
    const payment = t(`page.week.head.payment.${is}`, { day: formatDay(on, language) })
    const owesNothing = page.checks.payable === 0
    return (
      <>
        {owesNothing ? drivers : t('page.week.head.meta', { drivers, payment })}
        <Words look={page.status.asks ? 'warn' : 'soft'}>{statusSentence(page.status, t)}</Words>
      </>
    )
  }
}

function Neighbour({ to, look }: { to: WeekShown['previous']; look: 'previous' | 'next' }) {
  const t = useT()
  const number = weekNumber(to.week)
  return (
    <Link to={`/admin/weekly/${to.name}`} aria-label={t(`page.week.head.${look}`, { number })}>
      {look === 'previous' ? <Icon name="left" small /> : null}
      {number}
      {look === 'next' ? <Icon name="right" small /> : null}
    </Link>
  )
}

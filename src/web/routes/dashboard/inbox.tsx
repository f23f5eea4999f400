import { useSearchParams } from 'react-router'
import { type Week, weekAt } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { readAllNotices, readNotice } from '#features/mail/inbox/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { type Notice, type NoticeFacts, placeOfNotice, readInput, weeksOf } from '#features/mail/inbox/schema.ts'
import { readByDriver } from '#features/support/tickets/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatWeek, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { wholePlates } from '#web/ui/whole-plates.tsx'
import type { Route } from './+types/inbox.ts'
import styles from './inbox.module.css'

const PAGE = 30

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const before = readNumber(url.searchParams.get('before')) || null
    return {
      ...(await listNotices(ownDriver(context), { limit: PAGE, before })),
      before,
      currentWeek: weekAt(context.get(requestContext).now),
    }
  })

/** Opens a notice and redirects to its page, or marks all of them as read. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'inbox.read', readInput, async ({ notice }, change) => {
    const driver = ownDriver(context)
    if (notice !== undefined) {
      const facts = await readNotice(change, driver, notice)
      // The notice leads to the ticket: mark the ticket's answer as read too.
      if (facts.kind === 'ticket') await readByDriver(change, driver, facts.id)
      return sameLanguage(request, placeOfNotice(facts))
    }
    await readAllNotices(change, driver)
    return sameLanguage(request, '/dashboard/inbox?done=read')
  })

/** What the office did that the driver should know of; unread notices stand out. */
export default function InboxScreen({
  loaderData: { notices, older, before, currentWeek },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const isUnread = notices.some(({ isRead }) => !isRead)
  return (
    <div className={styles.page}>
      <PageHead
        title={t('page.inbox.title')}
        subtitle={t('page.inbox.subtitle')}
        actions={
          isUnread ? (
            <Form inline>
              <SubmitButton kind="outlined">{t('page.inbox.readAll')}</SubmitButton>
            </Form>
          ) : null
        }
      />
      <FormReply reply={actionData} />
      {query.get('done') === 'read' && !isUnread && !actionData ? <Done>{t('page.inbox.done')}</Done> : null}
      {notices.length > 0 ? (
        byWeek(notices).map(([week, noticesOfWeek]) => (
          <section key={week} className={styles.week}>
            <h2>{week === currentWeek ? t('page.inbox.thisWeek') : formatWeek(week, t.language)}</h2>
            <ul className={styles.list}>
              {noticesOfWeek.map((notice) => (
                <Item key={notice.id} notice={notice} isNew={week === currentWeek && !notice.isRead} />
              ))}
            </ul>
          </section>
        ))
      ) : (
        <EmptyState title={t('page.inbox.empty.title')}>
          <p>{t('page.inbox.empty.text')}</p>
        </EmptyState>
      )}
      {before !== null || older !== null ? (
        <nav className={styles.pages} aria-label={t('common.nav.pages')}>
          {before === null ? null : <LinkButton to="/dashboard/inbox">{t('page.inbox.newest')}</LinkButton>}
          {older === null ? null : (
            <LinkButton to={`/dashboard/inbox?before=${older}`}>{t('page.inbox.older')}</LinkButton>
          )}
        </nav>
      ) : null}
    </div>
  )
}

/** Groups notices by week, the newest first, like the notices themselves. */
function byWeek(notices: readonly Notice[]): [week: Week, notices: Notice[]][] {
  return [...Map.groupBy(notices, ({ at }) => weekAt(Temporal.Instant.from(at)))]
}

/** This week's unread notices stand out; an older one keeps its dot until it is read. */
function classesOf(isRead: boolean, isNew: boolean): string | undefined {
  return [isNew ? styles.fresh : styles.calm, isRead ? '' : styles.unread].filter(Boolean).join(' ')
}

/** A notice, as one button that opens the page it is about. */
function Item({ notice: { id, at, isRead, facts }, isNew }: { notice: Notice; isNew: boolean }) {
  const t = useT()
  const { title, text } = wordsOf(t, facts)
  return (
    <li className={classesOf(isRead, isNew)}>
      <Form quiet className={styles.item}>
        <button type="submit" name="notice" value={id}>
          <span className={styles.title}>
            {wholePlates(title)}
            {isRead ? null : <span className="visually-hidden"> ({t('page.inbox.unread')})</span>}
          </span>
          <span className={styles.text}>{text}</span>
          <span className={styles.at}>
            <Moment at={at} />
          </span>
          <Icon name="right" small />
        </button>
      </Form>
    </li>
  )
}

function wordsOf(t: Translator, facts: NoticeFacts): { title: string; text: string } {
  if (facts.kind === 'iban-changed') {
    const until = facts.heldUntil ? formatInstant(facts.heldUntil, t.language) : null
    return {
      title: t('page.inbox.kinds.iban-changed.title', { ends: facts.ends }),
      text: until ? t('page.inbox.kinds.iban-changed.held', { until }) : t('page.inbox.kinds.iban-changed.text'),
    }
  }
  if (facts.kind === 'keys-moved') {
    return { title: t('page.inbox.kinds.keys-moved.title'), text: t('page.inbox.kinds.keys-moved.text') }
  }
  if (facts.kind === 'plan') {
    const { event, what, amount, count, first, reason } = facts
    // The text ends with its own full stop: remove the one that the office may have written.
    const number = first ? weekNumber(first) : ''
    const params = { what, amount: formatMoney(amount, t.language), count, number, reason: reason.replace(/\.$/, '') }
    const begins = number !== '' && (event === 'opened' || event === 'approved' || event === 'changed')
    const text = t(`page.inbox.kinds.plan.${event}.text`, params)
    return {
      title: t(`page.inbox.kinds.plan.${event}.title`, params),
      text: begins ? `${text} ${t('page.inbox.kinds.plan.begins', { number })}` : text,
    }
  }
  if (facts.kind === 'departure') {
    const { event, day, amount, reason } = facts
    const params = { day: formatDayShort(day, t.language), amount: formatMoney(Math.abs(amount), t.language), reason }
    return {
      title: t(`page.inbox.kinds.departure.${event}.title`, params),
      text: t(`page.inbox.kinds.departure.${event}.text`, params),
    }
  }
  if (facts.kind === 'damage') {
    const params = { plate: facts.plate, amount: formatMoney(facts.amount, t.language) }
    return { title: t('page.inbox.kinds.damage.title', params), text: t('page.inbox.kinds.damage.text', params) }
  }
  if (facts.kind === 'damage-report')
    return {
      title: t(`page.inbox.kinds.damage-report.${facts.event}.title`, { plate: facts.plate }),
      text: t(`page.inbox.kinds.damage-report.${facts.event}.text`, { reason: facts.reason }),
    }
  if (facts.kind === 'damage-answered')
    return {
      title: t('page.inbox.kinds.damage-answered.title', { plate: facts.plate }),
      text: t('page.inbox.kinds.damage-answered.text', { reason: facts.reason }),
    }
  if (facts.kind === 'correction-done' || facts.kind === 'correction-declined') {
    const { kind, field, reason } = facts
    const params = { field: t(`page.corrections.fields.${field}`), reason }
    return {
      title: t(`page.inbox.kinds.${kind}.title`, params),
      text: t(`page.inbox.kinds.${kind}.text`, params).trim(),
    }
  }
  if (facts.kind === 'data-request') {
    const params = { asked: t(`page.privacy.requests.kinds.${facts.asked}`) }
    return {
      title: t('page.inbox.kinds.data-request.title', params),
      text: t(`page.inbox.kinds.data-request.${facts.event}`),
    }
  }
  if (facts.kind === 'contract') {
    const params = { contract: t(`page.contracts.kinds.${facts.contract}`) }
    return {
      title: t(`page.inbox.kinds.contract.${facts.event}.title`, params),
      text: t(`page.inbox.kinds.contract.${facts.event}.text`, params),
    }
  }
  if (facts.kind === 'receipt-unasked') {
    const { number, day, reason } = facts
    const params = { number, day: formatDayShort(day, t.language), reason }
    return {
      title: t('page.inbox.kinds.receipt-unasked.title', params),
      text: t('page.inbox.kinds.receipt-unasked.text', params),
    }
  }
  if (facts.kind === 'ticket') {
    const params = { number: facts.number }
    return {
      title: t(`page.inbox.kinds.ticket.${facts.event}.title`, params),
      text: t(`page.inbox.kinds.ticket.${facts.event}.text`, params),
    }
  }
  if (facts.kind === 'fine') {
    const { number, at, place } = facts
    const params = { number, place, at: formatInstant(at, t.language) }
    return { title: t('page.inbox.kinds.fine.title', params), text: t('page.inbox.kinds.fine.text', params) }
  }
  if (facts.kind === 'car-paper') {
    const { event, plate, day } = facts
    const params = { plate, paper: facts[t.language], day: formatDayShort(day, t.language) }
    return {
      title: t(`page.inbox.kinds.car-paper.${event}.title`, params),
      text: t(`page.inbox.kinds.car-paper.${event}.text`, params),
    }
  }
  if (facts.kind === 'car-work') {
    const { event, plate, what, km, day } = facts
    const when = [
      day === '' ? null : t('page.inbox.kinds.car-work.day', { day: formatDayShort(day, t.language) }),
      km === null ? null : t('page.inbox.kinds.car-work.km', { km: formatNumber(km, t.language) }),
    ]
    const params = { plate, what, when: when.filter(Boolean).join(t('page.inbox.kinds.car-work.or')) }
    return {
      title: t(`page.inbox.kinds.car-work.${event}.title`, params),
      text: t(`page.inbox.kinds.car-work.${event}.text`, params),
    }
  }
  if (facts.kind === 'cash-trips') {
    const { event, provider, amount } = facts
    const title = t(`page.inbox.kinds.cash-trips.${event}.title`, {
      provider: t(`page.connections.providers.${provider}`),
    })
    if (event === 'off' && amount > 0)
      return {
        title,
        text: t('page.inbox.kinds.cash-trips.off.debt', { amount: formatMoney(amount, t.language) }),
      }
    return { title, text: t(`page.inbox.kinds.cash-trips.${event}.text`) }
  }
  if (facts.kind === 'shift') {
    const { event, plate, day, hours } = facts
    const params = { plate, hours, day: formatDayShort(day, t.language) }
    return { title: t(`page.shifts.told.${event}.title`, params), text: t(`page.shifts.told.${event}.text`, params) }
  }
  if (facts.kind === 'car-age') {
    const params = { plate: facts.plate, day: formatDayShort(facts.day, t.language) }
    return {
      title: t(`page.inbox.kinds.car-age.${facts.event}.title`, params),
      text: t(`page.inbox.kinds.car-age.${facts.event}.text`, params),
    }
  }
  if (facts.kind === 'paper') {
    const { event, day, reason } = facts
    const params = {
      paper: facts[t.language],
      day: day === '' ? '' : formatDayShort(day, t.language),
      // The text ends with its own full stop: remove the one that the office may have written.
      reason: event === 'refused' ? reason.replace(/\.$/, '') : reason,
    }
    return {
      title: t(`page.inbox.kinds.paper.${event}.title`, params),
      text: t(`page.inbox.kinds.paper.${event}.text`, params),
    }
  }
  if (facts.kind === 'payment-undone') {
    const params = { ...weeksOf(facts), reason: facts.reason }
    return {
      title: t('page.inbox.kinds.payment-undone.title', params),
      text: t(`page.inbox.kinds.payment-undone.${facts.reason === '' ? 'text' : 'because'}`, params),
    }
  }
  const params = {
    number: weekNumber(facts.week),
    days: formatWeekDays(facts.week, t.language),
    on: 'on' in facts && facts.on ? weekNumber(facts.on) : '',
    reason: 'reason' in facts ? facts.reason : '',
    count: 'count' in facts ? facts.count : 1,
    amount:
      'amount' in facts ? formatMoney(facts.kind === 'reward-taken' ? -facts.amount : facts.amount, t.language) : '',
  }
  if (facts.kind === 'payment-returned') {
    const how = facts.how ?? 'account'
    return {
      title: t(`page.inbox.kinds.payment-returned.${how}.title`, params),
      text: t(`page.inbox.kinds.payment-returned.${how}.text`),
    }
  }
  if (facts.kind === 'dispute-reopened' && !facts.on)
    return {
      title: t('page.inbox.kinds.dispute-reopened.title', params),
      text: t('page.inbox.kinds.dispute-reopened.answer'),
    }
  return {
    title: t(`page.inbox.kinds.${facts.kind}.title`, params),
    text: t(`page.inbox.kinds.${facts.kind}.text`, params),
  }
}

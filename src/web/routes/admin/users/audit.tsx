import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { weekName } from '#domain/week.ts'
import { listActions, listSubjects, searchEvents } from '#features/audit/queries.server.ts'
import { type AuditFilter, readAuditFilter } from '#features/audit/schema.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { HistoryTable, actionWords } from '#web/parts/history-table.tsx'
import { shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/audit.ts'
import styles from './audit.module.css'

const PAGE = 50

export const loader = shows(async ({ url }: Route.LoaderArgs) => {
  const { filter, unread } = readAuditFilter(url.searchParams)
  const before = Number(url.searchParams.get('before')) || null
  const [page, actions, subjects] = await Promise.all([
    searchEvents(filter, { limit: PAGE, before }),
    listActions(),
    listSubjects(),
  ])
  return { ...page, filter, unread, before, actions, subjects }
})

/** Every change there ever was, by who, what, about what, when and from where. */
export default function AuditScreen({ loaderData }: Route.ComponentProps) {
  const { events, older, filter, unread, before } = loaderData
  const t = useT()
  const { search } = useLocation()
  return (
    <>
      <PageHead
        title={t('page.audit.title')}
        subtitle={t('page.audit.subtitle')}
        actions={
          <LinkButton to={`/admin/users/audit/export.csv${search}`} icon="download" download file>
            {t('page.audit.csv')}
          </LinkButton>
        }
      />
      <Stack>
        {/* Anew for each address: the browser would keep what was typed before. */}
        <Filters key={search} {...loaderData} />
        {unread.length > 0 ? (
          <Notice tone="warn">
            {unread.map((name) => (
              <p key={name}>{t.find(`page.audit.unread.${name}`)}</p>
            ))}
          </Notice>
        ) : null}
        {events.length > 0 ? (
          <HistoryTable events={events} about />
        ) : (
          <EmptyState
            title={t('page.audit.nothing.title')}
            action={<LinkButton to="/admin/users/audit">{t('page.audit.nothing.action')}</LinkButton>}
          />
        )}
        {older !== null || before !== null ? (
          <nav className={styles.pages} aria-label={t('common.nav.pages')}>
            {before === null ? null : (
              <LinkButton to={addressOf(filter, null)} icon="left">
                {t('page.audit.newest')}
              </LinkButton>
            )}
            {older === null ? null : (
              <LinkButton to={addressOf(filter, older)} icon="right">
                {t('page.audit.older')}
              </LinkButton>
            )}
          </nav>
        ) : null}
      </Stack>
    </>
  )
}

function addressOf(filter: AuditFilter, before: number | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  if (before !== null) query.set('before', String(before))
  return `/admin/users/audit${query.size > 0 ? `?${query}` : ''}`
}

/** The filters, in the address: a search can be kept and sent. */
function Filters({ filter, actions, subjects }: Route.ComponentProps['loaderData']) {
  const t = useT()
  const { who, vehicle, week, address } = filter
  const words = actions.map((action) => ({ value: action, label: actionWords(t, action) }))
  return (
    <search>
      <Form method="get" className={styles.filters}>
        <div className={styles.fields}>
          <Text name="q" type="search" minLength={3} value={filter.q} help="page.audit.filters.qHelp" />
          <Choice name="action" value={filter.action} none={t('page.audit.filters.anyAction')}>
            {words
              .toSorted((a, b) => a.label.localeCompare(b.label, t.language))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Choice>
          <Choice name="driver" value={filter.driver} none={t('page.audit.filters.any')}>
            {subjects.drivers.map(({ id, name, ref }) => (
              <option key={id} value={id}>
                {name} · {ref}
              </option>
            ))}
          </Choice>
          <Text name="from" type="date" value={filter.from} />
          <Text name="to" type="date" value={filter.to} />
        </div>
        <Disclosure
          level="line"
          summary={t('page.audit.filters.more')}
          open={Boolean(who || vehicle || week || address)}
        >
          <div className={styles.fields}>
            <Text name="who" value={who} help="page.audit.filters.whoHelp" />
            <Choice name="vehicle" value={vehicle} none={t('page.audit.filters.anyVehicle')}>
              {subjects.vehicles.map(({ id, plate }) => (
                <option key={id} value={id}>
                  {plate}
                </option>
              ))}
            </Choice>
            <Text name="week" value={week && weekName(week)} help="page.audit.filters.weekHelp" />
            <Text name="address" value={address} />
          </div>
        </Disclosure>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            {t('common.search')}
          </Button>
          <LinkButton to="/admin/users/audit" kind="text">
            {t('page.audit.filters.clear')}
          </LinkButton>
        </div>
      </Form>
    </search>
  )
}

type TextProps = {
  name: 'q' | 'who' | 'week' | 'from' | 'to' | 'address'
  value: string | null
  type?: 'text' | 'search' | 'date'
  minLength?: number
  help?: MessageKey
}

function Text({ name, value, help, type = 'text', minLength }: TextProps) {
  const t = useT()
  return (
    <label className={styles.field}>
      <span>{t(`page.audit.filters.${name}`)}</span>
      <input
        name={name}
        type={type}
        defaultValue={value ?? ''}
        placeholder={help ? t(help) : undefined}
        minLength={minLength}
        maxLength={type === 'date' ? undefined : 200}
      />
    </label>
  )
}

type ChoiceProps = { name: 'action' | 'driver' | 'vehicle'; value: string | null; none: string; children: ReactNode }

function Choice({ name, value, none, children }: ChoiceProps) {
  const t = useT()
  return (
    <label className={styles.field}>
      <span>{t(`page.audit.filters.${name}`)}</span>
      <select name={name} defaultValue={value ?? ''}>
        <option value="">{none}</option>
        {children}
      </select>
    </label>
  )
}

import { NOTICE_EVENTS, type NoticeTo, wayOf } from '#domain/notice.ts'
import { saveNoticeRules } from '#features/mail/notice-rules/commands.server.ts'
import { DAYS_COUNTED, listNoticeRows } from '#features/mail/notice-rules/queries.server.ts'
import { type NoticeRow, noticeRulesInput } from '#features/mail/notice-rules/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/notices.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  rows: await listNoticeRows(now),
  days: DAYS_COUNTED,
}))

export const action = saves('notice-rules.save', noticeRulesInput, async (deed, input) => {
  await saveNoticeRules(deed, input)
  return withDone('/admin/mail/notices', 'saved')
})

const TO: readonly NoticeTo[] = ['driver', 'applicant', 'office', 'account']

/** Everything that is told to somebody: to whom, where, whether it may be left out, and what became of it. */
export default function NoticesScreen({ loaderData: { rows, days }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.notices.title')}
        subtitle={t('page.notices.subtitle', { count: days })}
        back={{ to: '/admin/mail', label: t('page.mail.outbox.back') }}
      />
      <Page>
        <DoneNote />
        <Form reply={reply} wide mayBeEmpty>
          <Stack>
            {TO.map((to) => (
              <Section key={to} title={t(`page.notices.to.${to}`)}>
                <Table
                  caption={t(`page.notices.to.${to}`)}
                  rows={rows.filter(({ event }) => NOTICE_EVENTS[event].to === to)}
                  rowKey={({ event }) => event}
                  columns={columns(t)}
                />
              </Section>
            ))}
            <Words look="small">{t('page.notices.note')}</Words>
            <Actions>
              <SubmitButton>{t('page.notices.save')}</SubmitButton>
            </Actions>
          </Stack>
        </Form>
      </Page>
    </>
  )
}

function columns(t: Translator): Column<NoticeRow>[] {
  return [
    { head: t('page.notices.columns.event'), cell: ({ event }) => t(`page.notices.events.${event}`), wraps: true },
    { head: t('page.notices.columns.inbox'), cell: (row) => <Way row={row} channel="inbox" />, wraps: true },
    { head: t('page.notices.columns.mail'), cell: (row) => <Way row={row} channel="mail" />, wraps: true },
    { head: t('page.notices.columns.states'), cell: (row) => <States row={row} />, wraps: true },
  ]
}

function Way({ row: { event, ways }, channel }: { row: NoticeRow; channel: 'inbox' | 'mail' }) {
  const t = useT()
  const told = ways.find((way) => way.channel === channel)
  const way = wayOf(event, channel)
  if (!told || way === null) return '–'
  if (way !== 'open') return <small>{t(`page.notices.fixed.${way}`)}</small>
  return (
    <CheckboxField
      name="told[]"
      value={`${event}/${channel}`}
      label={t(`page.notices.tell.${channel}`)}
      defaultChecked={told.isTold}
    />
  )
}

function States({ row: { ways } }: { row: NoticeRow }) {
  const t = useT()
  const said = ways.flatMap(({ states }) =>
    Object.entries(states).map(([state, count]) => t.find(`page.notices.states.${state}`, { count })),
  )
  return <small>{said.length === 0 ? t('page.notices.states.none') : said.join(' · ')}</small>
}

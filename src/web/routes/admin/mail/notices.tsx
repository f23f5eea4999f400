import type { ReactNode } from 'react'
import { NOTICE_EVENTS, type NoticeChannel, type NoticeTo, channelRule } from '#domain/notice.ts'
import { z } from 'zod'
import { DIGEST_HOURS } from '#domain/digest.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveNoticeRules, saveNoticeTimes } from '#features/mail/notice-rules/commands.server.ts'
import { DAYS_COUNTED, listNoticeRows, readNoticeTimes } from '#features/mail/notice-rules/queries.server.ts'
import {
  type NoticeRow,
  type NoticeTimes,
  noticeRulesInput,
  noticeTimes,
  noticeTimesInput,
} from '#features/mail/notice-rules/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayName } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/notices.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  rows: await listNoticeRows(now),
  days: DAYS_COUNTED,
  times: await readNoticeTimes(),
  events: await listEvents('notice-rules'),
}))

const asked = z.union([
  noticeTimesInput.extend({ intent: z.literal('time') }),
  noticeRulesInput.extend({ intent: z.literal('save') }),
])

export const action = saves(
  ({ intent }) => `notice-rules.${intent}`,
  asked,
  async (change, input) => {
    await (input.intent === 'time' ? saveNoticeTimes(change, input) : saveNoticeRules(change, input))
    return withDone('/admin/mail/notices', 'saved')
  },
)

const TO: readonly NoticeTo[] = ['driver', 'applicant', 'office', 'account']

/** Every kind of notice: to whom, by which ways, whether it may be turned off, and what became of it. */
export default function NoticesScreen({ loaderData: { rows, days, times, events } }: Route.ComponentProps) {
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
        <Times times={times} />
        <Form intent="save" wide mayBeEmpty>
          <Stack>
            {TO.map((to) => (
              <Group key={to} to={to} rows={rows.filter(({ event }) => NOTICE_EVENTS[event].to === to)} />
            ))}
            <Words look="small">{t('page.notices.note')}</Words>
            <Actions>
              <SubmitButton>{t('page.notices.save')}</SubmitButton>
            </Actions>
          </Stack>
        </Form>
        <RecordHistory events={events} />
      </Page>
    </>
  )
}

/** Notices that may be turned off stand open; those always sent are folded behind one line with their number. */
function Group({ to, rows }: { to: NoticeTo; rows: readonly NoticeRow[] }) {
  const t = useT()
  const whom = t(`page.notices.to.${to}`)
  const [chosen, always] = [rows.filter(mayBeLeftOut), rows.filter((row) => !mayBeLeftOut(row))]
  const table = (some: readonly NoticeRow[], caption: string) => (
    <Table caption={caption} rows={some} rowKey={({ event }) => event} columns={columns(t)} />
  )
  return (
    <Section title={whom}>
      <Stack>
        {chosen.length === 0 ? null : table(chosen, t('page.notices.table', { whom }))}
        {always.length === 0 ? null : (
          <Card flush>
            <Disclosure summary={t('page.notices.always', { count: always.length })}>
              {table(always, t('page.notices.tableAlways', { whom }))}
            </Disclosure>
          </Card>
        )}
      </Stack>
    </Section>
  )
}

/** Whether a notice may be turned off in the inbox or by mail. On a phone every one may be, as the other ways remain. */
const mayBeLeftOut = ({ event }: NoticeRow) =>
  channelRule(event, 'inbox') === 'open' || channelRule(event, 'mail') === 'open'

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The times of the notices that the office may set. */
function Times({ times }: { times: NoticeTimes }) {
  const t = useT()
  const weekday = (
    <SelectField
      name="weekday"
      label={t('page.notices.times.weekday')}
      options={numbers(1, 7).map((day) => ({ value: String(day), label: dayName(day, t.language) }))}
      defaultValue={String(times.weekday)}
      required
    />
  )
  const hour = (
    <SelectField
      name="hour"
      label={t('page.notices.times.hour')}
      options={numbers(DIGEST_HOURS.first, DIGEST_HOURS.last).map((one) => ({
        value: String(one),
        label: `${String(one).padStart(2, '0')}:00`,
      }))}
      defaultValue={String(times.hour)}
      required
    />
  )
  return (
    <Section title={t('page.notices.times.title')}>
      <Form of={noticeTimes} intent="time" values={times} drawn={{ weekday, hour }}>
        <Actions>
          <SubmitButton kind="outlined">{t('page.notices.times.save')}</SubmitButton>
        </Actions>
      </Form>
    </Section>
  )
}

function columns(t: Translator): Column<NoticeRow>[] {
  return [
    {
      head: t('page.notices.columns.event'),
      cell: ({ event }) => <Link to={`/admin/mail/notices/${event}`}>{t(`page.notices.events.${event}`)}</Link>,
      wraps: true,
    },
    ...CHANNELS.map((channel) => ({
      head: t(`page.notices.columns.${channel}`),
      cell: (row: NoticeRow) => wayIn(row, channel, t),
      wraps: true,
    })),
    { head: t('page.notices.columns.states'), cell: (row) => <States row={row} />, wraps: true },
  ]
}

const CHANNELS = ['inbox', 'mail', 'push', 'whatsapp'] as const

function wayIn({ event, ways }: NoticeRow, channel: NoticeChannel, t: Translator): ReactNode {
  const channelState = ways.find((way) => way.channel === channel)
  const way = channelRule(event, channel)
  if (!channelState || way === null) return '–'
  if (way !== 'open') return <small>{t(`page.notices.fixed.${way}`)}</small>
  return (
    <CheckboxField
      name="sent[]"
      value={`${event}/${channel}`}
      label={t(`page.notices.tell.${channel}`)}
      defaultChecked={channelState.isEnabled}
    />
  )
}

const STATES_OF = { inbox: 'states', mail: 'states', push: 'pushStates', whatsapp: 'whatsAppStates' } as const

function States({ row: { ways } }: { row: NoticeRow }) {
  const t = useT()
  const said = ways.flatMap(({ states, channel }) =>
    Object.entries(states).map(([state, count]) => t.find(`page.notices.${STATES_OF[channel]}.${state}`, { count })),
  )
  return <small>{said.length === 0 ? t('page.notices.states.none') : said.join(' · ')}</small>
}

import type { ReactNode } from 'react'
import { NOTICE_EVENTS, type NoticeChannel, type NoticeTo, OPEN_NOTICES, channelRule } from '#domain/notice.ts'
import { z } from 'zod'
import { DIGEST_HOURS } from '#domain/digest.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveNoticeRules, saveNoticeTimes } from '#features/mail/notice-rules/commands.server.ts'
import { DAYS_COUNTED, listNoticeRows, readNoticeTimes } from '#features/mail/notice-rules/queries.server.ts'
import {
  type NoticeRow,
  type NoticeTimes,
  noticeRules,
  noticeRulesInput,
  noticeTimes,
  noticeTimesInput,
} from '#features/mail/notice-rules/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayName } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/notices.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  rows: await listNoticeRows(now),
  days: DAYS_COUNTED,
  times: await readNoticeTimes(),
  events: await listEvents('notice-rules'),
}))

const noticesInput = z
  .union([
    noticeTimesInput.extend({ intent: z.literal('time') }),
    noticeRulesInput.extend({ intent: z.literal('save') }),
  ])
  .and(opened)

export const action = saves(
  ({ intent }) => `notice-rules.${intent}`,
  noticesInput,
  async (change, { opened: seen, ...input }, { url }: Route.ActionArgs) => {
    if (input.intent === 'time') {
      refuseIfChanged(noticeTimes, seen, await readNoticeTimes(change.tx), languageOf(url.pathname))
      await saveNoticeTimes(change, input)
    } else {
      refuseIfChanged(
        noticeRules,
        seen,
        typedRules(await listNoticeRows(change.now, change.tx)),
        languageOf(url.pathname),
      )
      await saveNoticeRules(change, input)
    }
    return withDone('/admin/mail/notices', 'saved')
  },
)

/** Those of the notices that can be turned off which are sent, in the form's fields. */
function typedRules(rows: readonly NoticeRow[]) {
  const enabled = rows.flatMap(({ event, ways }) =>
    ways.flatMap(({ channel, isEnabled }) => (isEnabled ? [`${event}/${channel}`] : [])),
  )
  return { sent: enabled.filter((notice) => OPEN_NOTICES.includes(notice)) }
}

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
        <Failed rows={rows} />
        <Card flush>
          <Form
            of={noticeRules}
            intent="save"
            values={typedRules(rows)}
            version={null}
            offered={{ sent: choicesOf(t) }}
            drawn={{ sent: null }}
            wide
            mayBeEmpty
          >
            {TO.map((to) => (
              <Group key={to} to={to} rows={rows.filter(({ event }) => NOTICE_EVENTS[event].to === to)} />
            ))}
          </Form>
          <Times times={times} />
        </Card>
        <RecordHistory events={events} />
      </Page>
    </>
  )
}

/** The notices that did not reach somebody in the last weeks, each with a link to its messages. */
function Failed({ rows }: { rows: readonly NoticeRow[] }) {
  const t = useT()
  const failed = rows.flatMap(({ event, ways }) => {
    const words = ways.flatMap(({ channel, states }) =>
      states.failed ? [t.find(`page.notices.${STATES_OF[channel]}.failed`, { count: states.failed })] : [],
    )
    return words.length > 0 ? [{ event, words: words.join(' · ') }] : []
  })
  if (failed.length === 0) return null
  return (
    <Items label={t('page.notices.failed')}>
      {failed.map(({ event, words }) => (
        <Item
          key={event}
          heading="h2"
          title={t(`page.notices.events.${event}`)}
          to={`/admin/mail/notices/${event}`}
          aside={<State tone="bad">{words}</State>}
        />
      ))}
    </Items>
  )
}

/** The notices to one kind of person, folded under their number; those always sent are folded once more. */
function Group({ to, rows }: { to: NoticeTo; rows: readonly NoticeRow[] }) {
  const t = useT()
  const whom = t(`page.notices.to.${to}`)
  const [chosen, always] = [rows.filter(mayBeLeftOut), rows.filter((row) => !mayBeLeftOut(row))]
  const off = rows.flatMap(({ ways }) => ways.filter(({ isEnabled }) => !isEnabled)).length
  const table = (shownRows: readonly NoticeRow[], caption: string) => (
    <Table caption={caption} rows={shownRows} rowKey={({ event }) => event} columns={columns(t)} />
  )
  return (
    <FoldedPart
      title={whom}
      summary={t(off > 0 ? 'page.notices.off' : 'page.notices.count', { count: off > 0 ? off : rows.length })}
    >
      {chosen.length === 0 ? (
        table(always, t('page.notices.tableAlways', { whom }))
      ) : (
        <>
          {table(chosen, t('page.notices.table', { whom }))}
          {always.length === 0 ? null : (
            <Disclosure level="line" summary={t('page.notices.always', { count: always.length })}>
              {table(always, t('page.notices.tableAlways', { whom }))}
            </Disclosure>
          )}
          <Words look="small">{t('page.notices.note')}</Words>
          <Actions>
            <SubmitButton>{t('page.notices.save')}</SubmitButton>
          </Actions>
        </>
      )}
    </FoldedPart>
  )
}

/** Whether a notice may be turned off in the inbox or by mail. On a phone every one may be, as the other ways remain. */
const mayBeLeftOut = ({ event }: NoticeRow) =>
  channelRule(event, 'inbox') === 'open' || channelRule(event, 'mail') === 'open'

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The times of the notices that the office may set. */
function Times({ times }: { times: NoticeTimes }) {
  const t = useT()
  const weekday = numbers(1, 7).map((day) => ({ value: String(day), label: dayName(day, t.language) }))
  const hour = numbers(DIGEST_HOURS.first, DIGEST_HOURS.last).map((number) => ({
    value: String(number),
    label: hourName(number),
  }))
  return (
    <FoldedPart
      title={t('page.notices.times.title')}
      summary={`${dayName(times.weekday, t.language)}, ${hourName(times.hour)}`}
      intents={['time']}
    >
      <Form of={noticeTimes} intent="time" values={times} version={null} offered={{ weekday, hour }}>
        <Actions>
          <SubmitButton kind="outlined">{t('page.notices.times.save')}</SubmitButton>
        </Actions>
      </Form>
    </FoldedPart>
  )
}

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function columns(t: Translator): Column<NoticeRow>[] {
  return [
    {
      head: t('page.notices.columns.event'),
      cell: ({ event }) => <Link to={`/admin/mail/notices/${event}`}>{t(`page.notices.events.${event}`)}</Link>,
      wraps: true,
    },
    ...CHANNELS.map((channel) => ({
      head: t(`page.notices.columns.${channel}`),
      label: t(`page.notices.tell.${channel}`),
      cell: (row: NoticeRow) => wayIn(row, channel, t),
    })),
    { head: t('page.notices.columns.states'), label: '', cell: (row) => statesOf(row, t), wraps: true },
  ]
}

const CHANNELS = ['inbox', 'mail', 'push', 'whatsapp'] as const

function wayIn({ event, ways }: NoticeRow, channel: NoticeChannel, t: Translator): ReactNode {
  const channelState = ways.find((way) => way.channel === channel)
  const rule = channelRule(event, channel)
  if (!channelState || rule === null) return '–'
  if (rule !== 'open') return <small>{t(`page.notices.fixed.${rule}`)}</small>
  return (
    <CheckboxField
      name="sent[]"
      value={`${event}/${channel}`}
      label={t(`page.notices.tell.${channel}`)}
      defaultChecked={channelState.isEnabled}
    />
  )
}

/** The notices that can be turned off, each with its way. */
function choicesOf(t: Translator) {
  return OPEN_NOTICES.map((value) => {
    const [event, channel] = value.split('/')
    return { value, label: `${t.find(`page.notices.events.${event}`)} (${t.find(`page.notices.columns.${channel}`)})` }
  })
}

const STATES_OF = { inbox: 'states', mail: 'states', push: 'pushStates', whatsapp: 'whatsAppStates' } as const

function statesOf({ ways }: NoticeRow, t: Translator): ReactNode {
  const words = ways.flatMap(({ states, channel }) =>
    Object.entries(states).map(([state, count]) => t.find(`page.notices.${STATES_OF[channel]}.${state}`, { count })),
  )
  return words.length === 0 ? '–' : <small>{words.join(' · ')}</small>
}

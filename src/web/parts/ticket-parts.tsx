import { PAPER_TYPES } from '#domain/uploads.ts'
import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { TicketState as StateName } from '#domain/ticket.ts'
import { weekName } from '#domain/week.ts'
import type { TicketSubject } from '#features/support/ticket-subjects/schema.ts'
import type { TicketMessage, TicketRow } from '#features/support/tickets/schema.ts'
import { MAX_FILES } from '#features/support/tickets/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, formatInstant, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { damageTitle } from './damage-parts.tsx'

const TONES = { open: 'warn', answered: 'ok', closed: 'plain' } as const satisfies Record<StateName, string>

export function TicketState({ ticket: { state, isLate } }: { ticket: Pick<TicketRow, 'state' | 'isLate'> }) {
  const t = useT()
  return isLate ? (
    <State tone="bad">{t('page.support.late')}</State>
  ) : (
    <State tone={TONES[state]}>{t(`page.support.states.${state}`)}</State>
  )
}

/** The subject of a ticket, in words: "Multa 123 456 789", "Semana 23: portagens". */
export function subjectWords(subject: TicketSubject, t: Translator): string {
  switch (subject.kind) {
    case 'week':
      return t('page.support.about.week', { number: weekNumber(subject.week) })
    case 'line':
      return t('page.support.about.line', { number: weekNumber(subject.week), label: lineLabel(subject.line, t) })
    case 'car':
      return t('page.support.about.car', { plate: showPlate(subject.plate) })
    case 'paper':
      return t('page.support.about.paper', { name: subject[t.language] })
    case 'fine':
      return t('page.support.about.fine', { number: showFineNumber(subject.number) })
    case 'report':
      return t('page.support.about.report', {
        plate: showPlate(subject.plate),
        at: formatInstant(subject.at, t.language),
      })
    case 'damage':
      return t('page.support.about.damage', { plate: showPlate(subject.plate), damage: damageTitle(subject, t) })
  }
}

/** The address of the subject for its driver. */
export function subjectPlaceForDriver(subject: TicketSubject): string {
  switch (subject.kind) {
    case 'week':
      return `/dashboard/payslips/${weekName(subject.week)}`
    case 'line':
      return `/dashboard/payslips/${weekName(subject.week)}/lines/${subject.ordinal}`
    case 'car':
    case 'damage':
      return '/dashboard/inspections'
    case 'report':
      return `/dashboard/damage-reports/${subject.id}`
    case 'paper':
      return `/dashboard/documents/${subject.code}`
    case 'fine':
      return '/dashboard/fines'
  }
}

/** The address of the subject for the office. */
export function subjectPlaceForOffice(subject: TicketSubject, driver: string): string {
  switch (subject.kind) {
    case 'week':
    case 'line':
      return `/admin/weekly/${weekName(subject.week)}/${driver}`
    case 'car':
      return `/admin/vehicles/${subject.id}`
    case 'damage':
      return `/admin/vehicles/${subject.vehicle}/damages/${subject.id}`
    case 'report':
      return `/admin/vehicles/${subject.vehicle}/reports/${subject.id}`
    case 'paper':
      return `/admin/documents/${subject.id}`
    case 'fine':
      return `/admin/vehicles/fines/${subject.id}`
  }
}

/** All messages of a ticket, the oldest first. `place`: the address under which the reader opens its files. */
export function Conversation({
  messages,
  place,
  reader,
}: {
  messages: readonly TicketMessage[]
  place: string
  reader: 'driver' | 'office'
}) {
  const t = useT()
  const from = ({ side, author }: TicketMessage) => {
    if (side === 'driver') return t(`page.support.from.${reader === 'driver' ? 'you' : 'driver'}`)
    return author === null ? t('page.support.from.office') : t('page.support.from.person', { name: author })
  }
  return (
    <Items ordered>
      {messages.map((message) => (
        <Item
          key={message.id}
          id={`message-${message.id}`}
          // These stand right under the heading of the page.
          heading="h2"
          title={from(message)}
          aside={<span>{formatInstant(message.at, t.language)}</span>}
        >
          <Words look="said">{message.words}</Words>
          {message.files.length > 0 ? (
            <Links>
              {message.files.map(({ id, name }) => (
                <ActLink key={id} to={`${place}/files/${id}`} file>
                  {t('page.support.openFile', { name })}
                </ActLink>
              ))}
            </Links>
          ) : null}
          {message.promise && message.promise.kept !== null ? (
            <Words look="small">
              {t(message.promise.kept ? 'page.support.kept' : 'page.support.missed', {
                day: formatDay(message.promise.by, t.language),
              })}
            </Words>
          ) : null}
        </Item>
      ))}
    </Items>
  )
}

/** The fields for photos and papers of a message. */
export function TicketFiles() {
  const t = useT()
  return (
    <FileDrop
      name="files[]"
      label={t('page.support.files')}
      help={t('page.support.filesHelp', { most: MAX_FILES.message })}
      accept={PAPER_TYPES}
    />
  )
}

/** Tickets in a list of the office: subject, state, and a link for each. */
export function TicketItems({ tickets, label }: { tickets: readonly TicketRow[]; label: string }) {
  const t = useT()
  return (
    <Items label={label}>
      {tickets.map((ticket) => (
        <Item
          key={ticket.id}
          title={`${t('page.support.number', { number: ticket.number })} · ${t(`page.support.topics.${ticket.topic}`)}`}
          to={`/admin/support/${ticket.id}`}
          aside={<TicketState ticket={ticket} />}
        >
          <Words look="soft">{firstWords(ticket.words)}</Words>
        </Item>
      ))}
    </Items>
  )
}

/** The most letters of a message in a row. */
const ROW = 60

export function firstWords(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ')
  return line.length <= ROW ? line : `${line.slice(0, ROW).trimEnd()}…`
}

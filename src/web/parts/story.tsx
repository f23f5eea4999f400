import type { AuditEvent } from '#features/audit/schema.ts'
import type { Described } from '#forms/record.ts'
import { dayOf, formatDayLong, formatTime } from '#messages/dates.ts'
import { actionWords, kindWords } from '#messages/log-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { type DescribedChange, reasonOf, recordOf, subjectName, describeChanges } from './change-words.ts'
import styles from './story.module.css'

type Props = {
  events: readonly AuditEvent[]
  /** The noun of all events, on a record's own page; `null` if that noun does not describe itself. */
  of?: Described | null
}

/** What happened, day by day: the act, whom it concerned, by whom and when, each changed value, and why. */
export function Story({ events, of }: Props) {
  const t = useT()
  if (events.length === 0) return <p>{t('page.audit.empty')}</p>
  // On a record's own page the story has a heading above it: the days are one heading level lower there.
  const DayHeading = of === undefined ? 'h2' : 'h3'
  const days = Map.groupBy(groupsOf(events), ([firstEvent]) => dayOf(firstEvent.at))
  return (
    <div className={styles.story}>
      {[...days].map(([day, groups]) => (
        <section key={day}>
          <DayHeading>{formatDayLong(day, t.language)}</DayHeading>
          <ol>
            {groups.map((group) => (
              <EventGroupItem key={group[0].id} group={group} of={of} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** All that one person did at one moment, however many records it changed. */
type EventGroup = readonly [AuditEvent, ...AuditEvent[]]

function groupsOf(events: readonly AuditEvent[]): EventGroup[] {
  const groups: [AuditEvent, ...AuditEvent[]][] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last && isSameAct(last[0], event)) last.push(event)
    else groups.push([event])
  }
  return groups
}

function isSameAct(one: AuditEvent, other: AuditEvent): boolean {
  return one.at === other.at && one.action === other.action && one.by === other.by && one.role === other.role
}

/** The changed values of an event are folded when there are more than these. */
const MAX_OPEN_LINES = 3

function EventGroupItem({ group, of }: { group: EventGroup; of: Props['of'] }) {
  const t = useT()
  const [first, ...others] = group
  const { at, action, by, role, address } = first
  return (
    <li>
      <time dateTime={at}>{formatTime(at)}</time>
      <div className={styles.words}>
        <p>
          <b>{actionWords(t, action) ?? action}</b>
          {others.length === 0 ? (
            <About about={first.about} />
          ) : (
            ` · ${t('page.audit.records', { count: group.length })}`
          )}
        </p>
        {others.length === 0 ? (
          <Changes event={first} of={of} />
        ) : (
          <details>
            <summary>{t('page.audit.each')}</summary>
            <ul>
              {group.map((event) => (
                <li key={event.id}>
                  <About about={event.about} />
                  <Changes event={event} of={of} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <small>
        {by ?? t.find(`page.audit.roles.${role}`) ?? role}
        {address === null ? null : <span> · {address}</span>}
      </small>
    </li>
  )
}

function About({ about }: { about: AuditEvent['about'] }) {
  const t = useT()
  if (!about) return null
  const kind = kindWords(t, about.kind) ?? ''
  const name = subjectName(t, about)
  return (
    <span>
      {' '}
      <span className={styles.field}>{kind}</span> {about.to ? <Link to={about.to}>{name}</Link> : name}
    </span>
  )
}

function Changes({ event: { about, action, changes }, of }: { event: AuditEvent; of: Props['of'] }) {
  const t = useT()
  const described = describeChanges(t, recordOf(about?.kind, action, of), changes)
  const reason = reasonOf(changes)
  return (
    <>
      {described.length <= MAX_OPEN_LINES ? (
        <Lines described={described} />
      ) : (
        <details>
          <summary>{t('page.audit.someValues', { count: described.length })}</summary>
          <Lines described={described} />
        </details>
      )}
      {reason === null ? null : <q>{reason}</q>}
    </>
  )
}

function Lines({ described }: { described: readonly DescribedChange[] }) {
  const t = useT()
  if (described.length === 0) return null
  return (
    <ul>
      {described.map(({ name, before, after }) => (
        <li key={name}>
          <span className={styles.field}>{name}</span>{' '}
          {before === null ? null : (
            <>
              {before} <span aria-hidden="true">→</span>
              <span className="visually-hidden">{t('page.audit.became')}</span>{' '}
            </>
          )}
          {after ?? t('page.audit.none')}
        </li>
      ))}
    </ul>
  )
}

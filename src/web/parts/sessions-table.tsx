import type { ReactNode } from 'react'
import { deviceName } from '#domain/device.ts'
import type { SessionInList } from '#features/sessions/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Moment } from './moment.tsx'

type Props = {
  sessions: readonly SessionInList[]
  /** The id of the reader's own session, when it is among them. */
  current?: string | null
  /** The action on a session, by its id and the name of its device. */
  action?: (id: string, device: string) => ReactNode
}

/** The sessions in which a person is signed in. */
export function SessionsTable({ sessions, current = null, action }: Props) {
  const t = useT()
  return (
    <Table
      caption={t('page.users.sessions.caption')}
      columns={columns(t, current, action)}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={<p>{t('page.users.sessions.none')}</p>}
    />
  )
}

function columns(t: Translator, current: string | null, action: Props['action']): Column<SessionInList>[] {
  const nameOf = ({ userAgent }: SessionInList) => deviceName(userAgent) ?? t('page.users.sessions.unknown')
  return [
    {
      head: t('page.users.sessions.device'),
      cell: (session) =>
        session.id === current ? `${nameOf(session)} (${t('page.users.sessions.this')})` : nameOf(session),
    },
    { head: t('page.users.sessions.address'), cell: ({ address }) => address, wideOnly: true },
    { head: t('page.users.sessions.seen'), cell: ({ seenAt }) => <Moment at={seenAt} /> },
    { head: t('page.users.sessions.since'), cell: ({ signedInAt }) => <Moment at={signedInAt} />, wideOnly: true },
    ...(action
      ? [
          {
            head: t('common.actions'),
            quiet: true,
            cell: (session: SessionInList) => action(session.id, nameOf(session)),
          },
        ]
      : []),
  ]
}

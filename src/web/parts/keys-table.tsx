import type { ReactNode } from 'react'
import type { KnownKey } from '#features/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Table } from '#web/ui/table.tsx'
import { Moment } from './moment.tsx'

type Props = {
  caption: string
  keys: readonly KnownKey[]
  /** Where a key is taken away; `null` for one that comes from the record itself. */
  removal: (key: KnownKey) => string | null
  empty: ReactNode
}

/** The names by which files know a driver or a car. */
export function KeysTable({ caption, keys, removal, empty }: Props) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={keys}
      rowKey={({ id }) => String(id)}
      empty={empty}
      columns={[
        { head: t('page.fleet.platforms.columns.name'), cell: (key) => keyName(t, key) },
        { head: t('page.fleet.platforms.columns.value'), cell: ({ value }) => <span className="num">{value}</span> },
        { head: t('page.fleet.platforms.columns.since'), cell: ({ at }) => <Moment at={at} />, wideOnly: true },
        {
          head: <span className="visually-hidden">{t('page.fleet.platforms.remove')}</span>,
          cell: (key) => {
            const to = removal(key)
            return to === null ? (
              t('page.fleet.platforms.automatic')
            ) : (
              <Link to={to} aria-label={`${t('page.fleet.platforms.remove')} ${keyName(t, key)} ${key.value}`}>
                {t('page.fleet.platforms.remove')}
              </Link>
            )
          },
        },
      ]}
    />
  )
}

function keyName(t: ReturnType<typeof useT>, { source, kind }: KnownKey): string {
  return t.find(`page.fleet.keyNames.${source}:${kind}`) ?? t('page.fleet.keyNames.other')
}

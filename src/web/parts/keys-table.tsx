import type { ReactNode } from 'react'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** A name by which a source knows somebody, and since when we know it (ISO instant). */
export type KnownKey = { id: number; source: string; kind: string; value: string; at: string }

type Props = {
  caption: string
  keys: readonly KnownKey[]
  /** The page that removes a key; `null` for a key that comes from the record itself. */
  removal: (key: KnownKey) => string | null
  empty: ReactNode
}

/** The names by which files know a driver or a car. */
export function KeysTable({ caption, keys, removal, empty }: Props) {
  const t = useT()
  return (
    <Table caption={caption} rows={keys} rowKey={({ id }) => String(id)} empty={empty} columns={columns(t, removal)} />
  )
}

function keyName(t: ReturnType<typeof useT>, { source, kind }: KnownKey): string {
  return t.find(`page.fleet.keyNames.${source}:${kind}`) ?? t('page.fleet.keyNames.other')
}

function columns(t: ReturnType<typeof useT>, removal: Props['removal']): Column<KnownKey>[] {
  return [
    { head: t('page.fleet.platforms.columns.name'), cell: (key) => keyName(t, key) },
    { head: t('page.fleet.platforms.columns.value'), cell: ({ value }) => <span className="num">{value}</span> },
    {
      head: t('page.fleet.platforms.columns.since'),
      cell: ({ at }) => formatDayShort(dayOf(at), t.language),
      wideOnly: true,
    },
    {
      head: t('page.fleet.periods.columns.actions'),
      quiet: true,
      cell: (key) => {
        const to = removal(key)
        return to === null ? (
          t('page.fleet.platforms.automatic')
        ) : (
          <ActLink to={to} aria-label={`${t('page.fleet.platforms.remove')} ${keyName(t, key)} ${key.value}`}>
            {t('page.fleet.platforms.remove')}
          </ActLink>
        )
      },
    },
  ]
}

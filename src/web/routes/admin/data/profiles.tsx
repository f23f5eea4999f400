import type { MappedKind } from '#domain/mapping.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type ProfileRow = {
  id: string
  source: string
  kind: MappedKind
  sample: string
  last: string | null
  files: number
}

/** The lists that the operator taught; nothing before that, because an unknown file offers it by itself. */
export function Profiles({ profiles }: { profiles: readonly ProfileRow[] }) {
  const t = useT()
  if (profiles.length === 0) return null
  return (
    <Section title={t('page.profiles.list.title')}>
      <Table caption={t('page.profiles.list.caption')} rows={profiles} rowKey={({ id }) => id} columns={columns(t)} />
    </Section>
  )
}

function columns(t: ReturnType<typeof useT>): Column<ProfileRow>[] {
  return [
    { head: t('page.profiles.list.source'), cell: ({ source }) => source },
    { head: t('page.profiles.list.kind'), cell: ({ kind }) => t(`page.profiles.what.shortKinds.${kind}`) },
    { head: t('page.profiles.list.sample'), cell: ({ sample }) => sample, wideOnly: true },
    {
      head: t('page.profiles.list.last'),
      cell: ({ last, files }) =>
        last
          ? `${formatInstant(last, t.language)} · ${t('page.profiles.list.files', { count: files })}`
          : t('page.profiles.list.never'),
    },
    {
      head: t('common.actions'),
      quiet: true,
      cell: ({ id, source }) => <ProfileActs id={id} source={source} />,
    },
  ]
}

function ProfileActs({ id, source }: Pick<ProfileRow, 'id' | 'source'>) {
  const t = useT()
  const path = `/admin/data/profiles/${id}`
  const changes = [
    [path, t('page.profiles.list.edit')],
    [`${path}/retirement`, t('page.profiles.list.retire')],
  ] as const
  return (
    <Links>
      {changes.map(([to, words]) => (
        <Link key={to} to={to} aria-label={`${words}: ${source}`}>
          {words}
        </Link>
      ))}
    </Links>
  )
}

import { listErasures } from '#features/oversight/personal-data/queries.server.ts'
import type { Erasure } from '#features/oversight/personal-data/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/erasures.ts'
import { ERASURE_TONES, erasureState } from './erasure-words.ts'

export const loader = shows(async ({ context }: Route.LoaderArgs) => ({
  erasures: await listErasures(requireUser(context).uid),
}))

/** Erasures done and to come, the newest first. */
export default function ErasuresScreen({ loaderData: { erasures } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.privacy.erase.list')}
        subtitle={t('page.privacy.erase.listText')}
        back={{ to: '/admin/privacy', label: t('page.privacy.back') }}
      />
      <Page>
        <Table
          caption={t('page.privacy.erase.caption')}
          rows={erasures}
          rowKey={({ id }) => id}
          href={({ id }) => `/admin/privacy/erasures/${id}`}
          columns={columnsOf(t)}
          empty={<EmptyState title={t('page.privacy.erase.none')}>{t('page.privacy.erase.noneText')}</EmptyState>}
        />
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<Erasure>[] {
  return [
    {
      head: t('page.privacy.erase.columns.who'),
      phone: 'identity',
      cell: ({ name }) => name ?? t('page.privacy.erase.nameless'),
    },
    {
      head: t('page.privacy.erase.columns.kind'),
      phone: 'fact',
      cell: ({ kind }) => t(`page.privacy.erase.kinds.${kind}`),
    },
    {
      head: t('page.privacy.erase.columns.asked'),
      phone: 'fact',
      number: true,
      cell: ({ askedAt }) => formatInstant(askedAt, t.language),
    },
    { head: t('page.privacy.erase.columns.rows'), wideOnly: true, number: true, cell: ({ rows }) => rows },
    {
      head: t('page.privacy.erase.columns.state'),
      phone: 'state',
      cell: (erasure) => {
        const state = erasureState(erasure)
        return <State tone={ERASURE_TONES[state]}>{t(`page.privacy.erase.states.${state}`)}</State>
      },
    },
  ]
}

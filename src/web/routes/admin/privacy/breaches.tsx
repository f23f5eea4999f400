import { listBreaches } from '#features/oversight/breaches/queries.server.ts'
import type { Breach } from '#features/oversight/breaches/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/breaches.ts'
import { BREACH_TONES, hoursWords } from './breach-words.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({ breaches: await listBreaches(now) }))

/** Breaches of personal data, the newest first, with the hours left. */
export default function BreachesScreen({ loaderData: { breaches } }: Route.ComponentProps) {
  const t = useT()
  const write = <LinkButton to="/admin/privacy/breaches/new">{t('page.privacy.breaches.write')}</LinkButton>
  return (
    <>
      <PageHead
        title={t('page.privacy.breaches.title')}
        subtitle={t('page.privacy.breaches.subtitle')}
        back={{ to: '/admin/privacy', label: t('page.privacy.back') }}
        actions={breaches.length === 0 ? null : write}
      />
      <Page>
        <Table
          caption={t('page.privacy.breaches.caption')}
          rows={breaches}
          rowKey={({ id }) => id}
          href={({ id }) => `/admin/privacy/breaches/${id}`}
          columns={columnsOf(t)}
          empty={
            <EmptyState title={t('page.privacy.breaches.none')} action={write}>
              {t('page.privacy.breaches.noneText')}
            </EmptyState>
          }
        />
        <Words look="soft">
          {t('page.privacy.breaches.law', { told: lawPlace('breach-told', t), kept: lawPlace('breach-kept', t) })}
        </Words>
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<Breach>[] {
  return [
    {
      head: t('page.privacy.breaches.fields.happened'),
      phone: 'identity',
      wraps: true,
      cell: ({ happened }) => happened,
    },
    {
      head: t('page.privacy.breaches.fields.knownAt'),
      phone: 'fact',
      number: true,
      cell: ({ knownAt }) => formatInstant(knownAt, t.language),
    },
    {
      head: t('page.privacy.breaches.fields.peopleCount'),
      wideOnly: true,
      number: true,
      cell: ({ peopleCount }) => peopleCount ?? '–',
    },
    {
      head: t('page.privacy.breaches.state'),
      phone: 'state',
      cell: (breach) => <State tone={BREACH_TONES[breach.state]}>{hoursWords(breach, t)}</State>,
    },
  ]
}

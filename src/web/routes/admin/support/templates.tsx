import { listTemplates } from '#features/support/templates/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/templates.ts'

export const loader = shows(async () => ({ templates: await listTemplates() }))

/** Answers that the office gives again and again. */
export default function TemplatesScreen({ loaderData: { templates } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page>
      <div>
        <PageHead
          title={t('page.support.templates.title')}
          subtitle={t('page.support.templates.subtitle')}
          back={{ to: '/admin/support', label: t('page.support.office.back') }}
          actions={
            <LinkButton to="/admin/support/templates/new" kind="primary" icon="plus">
              {t('page.support.templates.create')}
            </LinkButton>
          }
        />
        <Stack>
          <DoneNote />
          <Table
            caption={t('page.support.templates.title')}
            rows={templates}
            rowKey={({ id }) => id}
            phone="lines"
            href={({ id }) => `/admin/support/templates/${id}`}
            columns={[
              {
                head: t('page.support.templates.name'),
                cell: ({ name, isRetired }) => (isRetired ? t('page.support.templates.removed', { name }) : name),
              },
              {
                head: t(`page.support.templates.${t.language}`),
                cell: (template) => template[t.language],
                wraps: true,
              },
            ]}
            empty={
              <EmptyState title={t('page.support.templates.empty')}>{t('page.support.templates.emptyText')}</EmptyState>
            }
          />
        </Stack>
      </div>
    </Page>
  )
}

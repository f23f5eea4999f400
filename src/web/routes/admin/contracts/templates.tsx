import { listTemplates } from '#features/contracts/templates/queries.server.ts'
import { templateName } from '#features/contracts/templates/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/templates.ts'

export const loader = shows(async () => ({ templates: await listTemplates() }))

/** Every text that contracts are made from, and which version of it is in use. */
export default function TemplatesScreen({ loaderData: { templates } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.contractTemplates.title')}
        subtitle={t('page.contractTemplates.subtitle')}
        back={{ to: '/admin/contracts', label: t('page.contracts.title') }}
      />
      <Page>
        <Stack>
          <Notice title={t('page.contractTemplates.lawyer.title')}>
            <Words>{t('page.contractTemplates.lawyer.text')}</Words>
          </Notice>
          <Table
            caption={t('page.contractTemplates.caption')}
            rows={templates}
            rowKey={({ kind, language }) => `${kind}/${language}`}
            href={({ kind, language }) => `/admin/contracts/templates/${kind}/${language}`}
            columns={[
              { head: t('page.contractTemplates.heads.template'), cell: (template) => templateName(template, t) },
              {
                head: t('page.contractTemplates.heads.inUse'),
                cell: ({ version }) =>
                  version === 1
                    ? t('page.contractTemplates.shipped')
                    : t('page.contractTemplates.version', { version }),
                first: true,
              },
              {
                head: t('page.contractTemplates.heads.since'),
                cell: ({ since }) => (since === null ? '' : formatInstant(since, t.language)),
              },
              { head: t('page.contractTemplates.heads.contracts'), cell: ({ contracts }) => contracts, number: true },
            ]}
          />
        </Stack>
      </Page>
    </>
  )
}

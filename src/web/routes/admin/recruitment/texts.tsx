import { listTexts } from '#features/recruitment/letters/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/texts.ts'

export const loader = shows(async () => ({ texts: await listTexts() }))

/** Texts that the office sends to applicants again and again. */
export default function TextsScreen({ loaderData: { texts } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page>
      <div>
        <PageHead
          title={t('page.recruitment.letters.texts')}
          subtitle={t('page.recruitment.letters.textsSubtitle')}
          back={{ to: '/admin/recruitment', label: t('page.recruitment.title') }}
          actions={
            <LinkButton to="/admin/recruitment/texts/new" kind="primary" icon="plus">
              {t('page.recruitment.letters.create')}
            </LinkButton>
          }
        />
        <Stack>
          <DoneNote />
          <Table
            caption={t('page.recruitment.letters.texts')}
            rows={texts}
            rowKey={({ id }) => id}
            phone="lines"
            href={({ id }) => `/admin/recruitment/texts/${id}`}
            columns={[
              { head: t('page.recruitment.letters.name'), cell: ({ name }) => name },
              { head: t('page.recruitment.letters.subject'), cell: ({ subject }) => subject[t.language], wraps: true },
            ]}
            empty={<EmptyState title={t('page.recruitment.letters.noTexts')} />}
          />
        </Stack>
      </div>
    </Page>
  )
}

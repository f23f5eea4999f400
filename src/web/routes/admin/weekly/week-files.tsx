import type { WeekShown } from '#features/weeks/schema.ts'
import { useT } from '#web/i18n.tsx'
import { useMaySend } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'

/** The week's files to download, and the results of the messages about it. */
export function WeekFiles({ page }: { page: WeekShown }) {
  const t = useT()
  const path = `/admin/weekly/${page.name}`
  const maySeeNumbers = useMaySend(`${path}/full-numbers`)
  if (page.people.count === 0) return null
  const isIssued = page.people.hasIssued
  return (
    <Section title={t('page.fileLinks.title')}>
      <Links>
        <LinkButton to={`${path}/export.xlsx`} kind="text" icon="download" file>
          {t('page.fileLinks.xlsx')}
        </LinkButton>
        <LinkButton to={`${path}/export.csv`} kind="text" icon="download" file>
          {t('page.fileLinks.csv')}
        </LinkButton>
        {maySeeNumbers ? (
          <LinkButton to={`${path}/full-numbers`} kind="text">
            {t('page.fileLinks.fullNumbers')}
          </LinkButton>
        ) : null}
        <LinkButton to={`${path}/tolls`} kind="text">
          {t('page.fileLinks.tolls')}
        </LinkButton>
        {isIssued ? (
          <>
            <LinkButton to={`${path}/statements.zip`} kind="text" icon="download" file>
              {t('page.fileLinks.zip')}
            </LinkButton>
            <LinkButton to={`${path}/messages`} kind="text" icon="mail">
              {t('page.fileLinks.messages')}
            </LinkButton>
          </>
        ) : null}
      </Links>
    </Section>
  )
}

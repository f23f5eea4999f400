import type { WeekShown } from '#features/weeks/schema.ts'
import { useT } from '#web/i18n.tsx'
import { useMaySend } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'

/** The week to take along, and what became of the messages about it. */
export function WeekFiles({ page }: { page: WeekShown }) {
  const t = useT()
  const path = `/admin/weekly/${page.name}`
  const maySeeNumbers = useMaySend(`${path}/full-numbers`)
  if (page.people.count === 0) return null
  const isIssued = page.people.hasIssued
  return (
    <Section title={t('page.fileLinks.title')}>
      <Actions>
        <LinkButton to={`${path}/export.xlsx`} icon="download" file>
          {t('page.fileLinks.xlsx')}
        </LinkButton>
        <LinkButton to={`${path}/export.csv`} icon="download" file>
          {t('page.fileLinks.csv')}
        </LinkButton>
        {maySeeNumbers ? <LinkButton to={`${path}/full-numbers`}>{t('page.fileLinks.fullNumbers')}</LinkButton> : null}
        <LinkButton to={`${path}/tolls`}>{t('page.fileLinks.tolls')}</LinkButton>
        {isIssued ? (
          <>
            <LinkButton to={`${path}/statements.zip`} icon="download" file>
              {t('page.fileLinks.zip')}
            </LinkButton>
            <LinkButton to={`${path}/messages`} icon="mail">
              {t('page.fileLinks.messages')}
            </LinkButton>
          </>
        ) : null}
      </Actions>
    </Section>
  )
}

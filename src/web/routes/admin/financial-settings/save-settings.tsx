import { SETTINGS } from '#domain/financial-settings.ts'
import { settingsReason } from '#features/company/financial-settings/schema.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Table } from '#web/ui/table.tsx'
import { DryRunTable } from './dry-run-table.tsx'
import type { PlannedChange } from './preview-settings.server.ts'
import { settingWords } from './setting-words.ts'

type Props = { planned: PlannedChange; back: string }

/** The change about to be saved, and its effect; the form sends exactly that, with the reason and the values that were shown. */
export function SaveSettings({ planned: { from, changes, sent, dryRun }, back }: Props) {
  const t = useT()
  const rows = SETTINGS.flatMap(({ name, kind }) => {
    const change = changes.find((candidate) => candidate.name === name)
    return change ? [{ ...change, kind }] : []
  })
  return (
    <Stack>
      <Section title={t('page.settings.saving.title')}>
        <Stack>
          <p>{t('page.settings.saving.text', { week: formatWeek(from, t.language) })}</p>
          <Table
            caption={t('page.settings.saving.caption')}
            rows={rows}
            rowKey={({ name }) => name}
            columns={[
              { head: t('page.settings.columns.name'), cell: ({ name }) => t(`page.settings.names.${name}`) },
              {
                head: t('page.settings.saving.counts'),
                number: true,
                cell: ({ kind, counting }) => settingWords(kind, counting, t),
              },
              {
                head: t('page.settings.saving.becomes'),
                number: true,
                cell: ({ kind, becomes }) => settingWords(kind, becomes, t),
              },
            ]}
          />
        </Stack>
      </Section>
      <Section title={t('page.settings.dryRun.title')}>
        <DryRunTable dryRun={dryRun} />
      </Section>
      <Form>
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RecordFields of={settingsReason} />
        <Actions>
          <SubmitButton>{t('page.settings.saving.submit')}</SubmitButton>
          <LinkButton to={back}>{t('page.settings.saving.back')}</LinkButton>
          <LinkButton to="/admin/financial-settings" kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Stack>
  )
}

import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { DateField, FieldRow } from '#web/ui/fields.tsx'
import { Actions, Form } from '#web/ui/form.tsx'

/** The books as files for the accountant: the trial balance of the day, and the journal between two days. */
export function BookFiles({ on }: { on: string }) {
  const t = useT()
  return (
    <Section title={t('page.accounts.files.title')}>
      <Stack>
        <p>{t('page.accounts.files.trialBalanceOf', { day: formatDayShort(on, t.language) })}</p>
        <Actions>
          {(['csv', 'xlsx'] as const).map((format) => (
            <LinkButton
              key={format}
              to={`/admin/account/trial-balance/${format}?on=${on}`}
              icon="download"
              kind="outlined"
              download
              file
            >
              {t('page.accounts.files.trialBalance')} · {t(`page.fileLinks.${format}`)}
            </LinkButton>
          ))}
        </Actions>
        <p>{t('page.accounts.files.journalText')}</p>
        <Form method="get" action="/admin/account/journal.csv" key={on}>
          <FieldRow>
            <DateField
              name="from"
              label={t('page.accounts.files.from')}
              defaultValue={`${on.slice(0, 7)}-01`}
              required
            />
            <DateField name="to" label={t('page.accounts.files.to')} defaultValue={on} required />
          </FieldRow>
          <Actions>
            <Button type="submit" icon="download" kind="outlined">
              {t('page.accounts.files.download')}
            </Button>
          </Actions>
        </Form>
      </Stack>
    </Section>
  )
}

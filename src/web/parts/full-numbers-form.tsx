import { revealedFileInput } from '#features/oversight/reveals/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'

/** Asks for the reason to take a file with every NIF in full, and for its format. */
export function FullNumbersForm({ help }: { help: string }) {
  const t = useT()
  return (
    // The default target, set explicitly: the page stays open after a download, so its button must not be shown as
    // busy.
    <Form target="_self">
      <TextField
        name="reason"
        label={t('page.sealed.reason')}
        help={help}
        {...limitsOf(revealedFileInput.shape.reason)}
        autoComplete="off"
      />
      <Actions>
        <SubmitButton name="format" value="xlsx">
          {t('page.sealed.week.xlsx')}
        </SubmitButton>
        <SubmitButton name="format" value="csv" kind="outlined">
          {t('page.sealed.week.csv')}
        </SubmitButton>
      </Actions>
    </Form>
  )
}

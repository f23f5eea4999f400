import type { Revealed } from '#features/oversight/reveals/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { what: Revealed; back: string; answer: { value: string } | Reply | undefined }

/** One sealed value in full, once, for who says why. */
export function SealedValue({ what, back, answer }: Props) {
  const t = useT()
  const opened = answer !== undefined && 'value' in answer ? answer.value : null
  const reply = answer !== undefined && 'value' in answer ? undefined : answer
  return (
    <>
      <PageHead
        back={{ to: back, label: t('page.sealed.back') }}
        title={t(`page.sealed.title.${what}`)}
        subtitle={<p>{t('page.sealed.text')}</p>}
      />
      <Stack>
        <FormReply reply={reply} />
        {opened === null ? (
          <Form quiet>
            <TextField
              name="reason"
              label={t('page.sealed.reason')}
              help={t('page.sealed.reasonHelp')}
              maxLength={200}
              autoComplete="off"
              reply={reply}
              required
            />
            <Actions>
              <SubmitButton>{t('page.sealed.show')}</SubmitButton>
            </Actions>
          </Form>
        ) : (
          <>
            <Card>
              <Facts>
                <Fact name={t(`page.sealed.field.${what}`)}>{opened}</Fact>
              </Facts>
            </Card>
            <Actions>
              <LinkButton to={back}>{t('page.sealed.back')}</LinkButton>
            </Actions>
          </>
        )}
      </Stack>
    </>
  )
}

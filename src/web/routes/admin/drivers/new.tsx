import { href } from 'react-router'
import { createNewcomer } from '#features/fleet/drivers/commands.server.ts'
import { EMPTY_DRIVER, newDriverInput, driverRecord } from '#features/fleet/drivers/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Fieldset, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new.ts'
import { drawnOf } from './driver-form.tsx'

export const loader = shows(async () => null)

export const action = saves('driver.create', newDriverInput, async (change, input) => {
  const id = await createNewcomer(change, input)
  return withDone(href('/admin/drivers/:id', { id }), 'created')
})

export default function NewDriverScreen({ actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const known = reply?.refusal?.code === 'driver.known' ? reply.refusal.params['id'] : null
  return (
    <>
      <PageHead
        title={t('page.fleet.newDriver.title')}
        subtitle={t('page.fleet.newDriver.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      {known ? (
        <Notice
          tone="info"
          action={
            <LinkButton to={`/admin/drivers/${known}/departure`}>{t('page.departures.comeBack.title')}</LinkButton>
          }
        >
          {t('page.departures.comeBack.text')}
        </Notice>
      ) : null}
      <SideBySide>
        <Form of={driverRecord} values={EMPTY_DRIVER} drawn={drawnOf(null)}>
          <Fieldset legend={t('page.fleet.newDriver.account')}>
            <TextField
              name="iban"
              label={t('page.fleet.iban.iban')}
              help={t('page.fleet.newDriver.ibanHelp')}
              autoComplete="off"
              spellCheck={false}
              {...limitsOf(newDriverInput.shape.iban)}
            />
            <TextField
              name="holder"
              label={t('page.fleet.iban.holder')}
              help={t('page.fleet.iban.holderHelp')}
              autoComplete="off"
              {...limitsOf(newDriverInput.shape.holder)}
            />
          </Fieldset>
          <Actions>
            <SubmitButton>{t('page.fleet.newDriver.submit')}</SubmitButton>
            <LinkButton to="/admin/drivers" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        <Section title={t('page.fleet.newDriver.follows.title')}>
          <Stack>
            <Bullets numbered>
              {t.list('page.fleet.newDriver.follows.steps').map((step) => (
                <li key={step}>{step}</li>
              ))}
            </Bullets>
          </Stack>
        </Section>
      </SideBySide>
    </>
  )
}

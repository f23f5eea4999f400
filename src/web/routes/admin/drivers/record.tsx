import { href } from 'react-router'
import { saveDriver } from '#features/drivers/commands.server.ts'
import { getDriver } from '#features/drivers/queries.server.ts'
import { driverInput } from '#features/drivers/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Fact, Facts } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/record.ts'
import { DriverFieldset } from './driver-form.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return { driver: await getDriver(params.id), formKey: crypto.randomUUID() }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'operations' }, 'driver.save', driverInput, async (input, deed) => {
    await saveDriver(deed, params.id, input)
    return sameLanguage(request, withDone(href('/admin/drivers/:id', params), 'saved'))
  })

export default function DriverRecordScreen({
  loaderData: { driver, formKey },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      {driver.nifValid ? null : <Notice tone="warn">{t('page.fleet.driver.nifWrong')}</Notice>}
      <Form key={driver.version}>
        <FormReply reply={reply} />
        <KeyField value={formKey} />
        <input type="hidden" name="version" value={driver.version} />
        <DriverFieldset driver={driver} reply={reply} />
        {driver.account ? (
          <Facts>
            <Fact name={t('page.fleet.driver.account')}>{driver.account}</Fact>
          </Facts>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.fleet.driver.save')}</SubmitButton>
        </Actions>
      </Form>
    </>
  )
}

import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { voidSettlement } from '#features/settlements/commands.server.ts'
import { findStanding } from '#features/statements/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/driver-void.ts'
import { ActionPage } from './action-page.tsx'
import { reasonInput } from './reason.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return {
    ...(await findStanding(params.driver, week)),
    week,
    weekName: weekName(week),
    // Whoever comes from the question about new data has said why by coming.
    becauseChanged: new URL(request.url).searchParams.get('because') === 'changed',
  }
})

export const action = saves(
  'settlement.void',
  z.object({ reason: reasonInput }),
  async (deed, { reason }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const { settlementId } = await findStanding(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-voidable')
    await voidSettlement(deed, settlementId, reason)
    return `/admin/weekly/${weekName(week)}?done=voided-one`
  },
)

export default function VoidScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { week, weekName: name, driver, state, net, version, becauseChanged } = loaderData
  const t = useT()
  return (
    <ActionPage week={week} weekName={name} title={t('page.weekActs.voidOne.title', { name: driver })}>
      <FormReply reply={actionData} />
      {state === 'issued' || state === 'approved' ? (
        <Form quiet>
          <p>{t('page.weekActs.voidOne.text', { amount: formatMoney(net, t.language), version: version + 1 })}</p>
          <TextField
            name="reason"
            label={t('page.weekActs.voidOne.reason')}
            defaultValue={becauseChanged ? t('page.week.questions.changed.kind') : ''}
            required
            maxLength={200}
            reply={actionData}
          />
          <div>
            <SubmitButton kind="danger">{t('page.weekActs.voidOne.submit')}</SubmitButton>
          </div>
        </Form>
      ) : (
        <p>{t('page.weekActs.voidOne.impossible')}</p>
      )}
    </ActionPage>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { takeAnswerBack } from '#features/bank/matches/commands.server.ts'
import { getMovement, withNames } from '#features/bank/matches/queries.server.ts'
import { takingAnswerBack } from '#features/bank/matches/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/take-back.ts'
import { whatIs } from './movements.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const [row] = await withNames([await getMovement(params.id)])
  if (!row?.answer) throw new Refusal('record.not-found')
  return row
})

export const action = saves(
  'bank.take-back',
  takingAnswerBack,
  async (deed, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await takeAnswerBack(deed, params.id, reason)
    return `/admin/bank/${params.id}?done=saved`
  },
)

/** Asks why what was said of a movement is taken back. */
export default function TakeAnswerBackScreen({ loaderData: row }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/bank/${row.id}`
  return (
    <>
      <PageHead title={t('page.bank.back.title')} back={{ to: back, label: row.text }} />
      <Form>
        <p>
          {t('page.bank.back.text', {
            what: whatIs(t, row),
            amount: formatMoney(row.amount, t.language),
          })}
        </p>
        <TextField name="reason" label={t('page.bank.back.reason')} maxLength={200} required />
        <Actions>
          <SubmitButton kind="danger">{t('page.bank.back.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}

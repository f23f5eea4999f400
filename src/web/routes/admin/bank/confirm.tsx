import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { cents, minus, sum } from '#domain/money.ts'
import { confirmProposals } from '#features/bank/matches/commands.server.ts'
import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { seenAs } from '#features/bank/matches/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fieldset, Tick } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordAndAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/confirm.ts'
import { doubtWords, stageOf, whatIs } from './movements.tsx'

export const loader = shows(async () => {
  const rows = await withNames((await listMovements()).filter((row) => stageOf(row) === 'proposed'))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  // Several movements that are one thing together are confirmed as one.
  return rows.flatMap((row) => {
    const { id, proposal } = row
    if (!proposal || proposal.say === 'asked' || seen.has(id)) return []
    const parts = 'movements' in proposal.match ? proposal.match.movements : []
    for (const part of parts) seen.add(part)
    const others = parts.filter((part) => part !== id).flatMap((part) => byId.get(part) ?? [])
    return [{ ...row, others: others.map(({ booked, text, amount }) => ({ booked, text, amount })) }]
  })
})

const confirmInput = z.object({
  said: z
    .array(
      z.string().transform((text, context) => {
        const [id = '', ...rest] = text.split(' ')
        if (z.uuid().safeParse(id).success) return { id, seen: rest.join(' ') }
        context.addIssue('field.choice')
        return z.NEVER
      }),
      'field.required',
    )
    .min(1, 'field.required'),
})

export const action = saves('bank.confirm', confirmInput, async (change, { said }, { context }: Route.ActionArgs) => {
  requireRecentSignIn(context)
  const { confirmed, left } = await confirmProposals(change, said)
  return left > 0 ? `/admin/bank/confirmation?confirmed=${confirmed}&left=${left}` : '/admin/bank?done=saved'
})

/** How many of the ticked ones were confirmed, when others were left because they had changed. */
function LeftNote() {
  const t = useT()
  const [query] = useSearchParams()
  const [confirmed, left] = ['confirmed', 'left'].map((name) => Number(query.get(name) ?? 0))
  if (!confirmed && !left) return null
  return (
    <Notice tone="warn">
      {confirmed ? `${t('page.bank.confirm.confirmed', { count: confirmed })} ` : null}
      {left ? t('page.bank.confirm.left', { count: left }) : null}
    </Notice>
  )
}

/** All proposals on one page: what each would be, and one press that confirms those that stay ticked. */
export default function ConfirmScreen({ loaderData: rows, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const back = { to: '/admin/bank', label: t('page.bank.title') }
  const amounts = rows.flatMap(({ amount, others }) => [amount, ...others.map((other) => other.amount)])
  const total = (sign: 1 | -1) => sum(amounts.map((amount) => (Math.sign(amount) === sign ? amount : cents(0))))
  return (
    <RecordAndAct
      record={<PageHead title={t('page.bank.confirm.title')} subtitle={t('page.bank.confirm.text')} back={back} />}
    >
      <Page>
        <LeftNote />
        {rows.length === 0 ? (
          <EmptyState title={t('page.bank.confirm.empty')}>{t('page.bank.confirm.emptyText')}</EmptyState>
        ) : (
          <Form reply={reply}>
            <Fieldset
              legend={t('page.bank.confirm.sums', {
                came: formatMoney(total(1), t.language),
                went: formatMoney(minus(total(-1)), t.language),
              })}
            >
              {rows.map((row) =>
                row.proposal && row.proposal.say !== 'asked' ? (
                  <Tick
                    key={row.id}
                    name="said[]"
                    value={`${row.id} ${seenAs(row.proposal.match)}`}
                    amount={formatMoney(row.amount, t.language)}
                    checked={row.proposal.doubts.length === 0}
                    help={[
                      `${formatDayShort(row.booked, t.language)} · ${row.text}`,
                      ...row.others.map(
                        ({ booked, text, amount }) =>
                          `${formatDayShort(booked, t.language)} · ${text} · ${formatMoney(amount, t.language)}`,
                      ),
                      doubtWords(t, row.proposal),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  >
                    {whatIs(t, row)}
                  </Tick>
                ) : null,
              )}
            </Fieldset>
            <Actions>
              <SubmitButton>{t('page.bank.confirm.submit')}</SubmitButton>
              <LinkButton to={back.to} kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Page>
    </RecordAndAct>
  )
}

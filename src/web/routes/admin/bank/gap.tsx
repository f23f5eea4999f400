import { acceptGap } from '#features/bank-gaps/commands.server.ts'
import { getGap } from '#features/bank-gaps/queries.server.ts'
import { gapAnswer } from '#features/bank-gaps/schema.ts'
import { Refusal } from '#domain/refusal.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/gap.ts'
import { BankDrop } from './bank-drop.tsx'
import { accountName } from './bank-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const gap = await getGap(params.id)
  if (gap.answer) throw new Refusal('record.not-found')
  return gap
})

export const action = saves(
  'bank.accept-gap',
  gapAnswer.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await acceptGap(change, params.id, reason)
    return '/admin/bank/accounts?done=saved'
  },
)

/** Two statements that do not meet: somebody drops the missing one here, or says why there is none. */
export default function GapScreen({ loaderData: gap }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.bank.gaps.of', { account: accountName(t, gap.account) })}
        back={{ to: '/admin/bank', label: t('page.bank.title') }}
      />
      <Stack>
        <Facts>
          <Fact name={t('page.bank.gaps.closing', { day: formatDayShort(gap.closedOn, t.language) })}>
            <Money cents={gap.closing} />
          </Fact>
          <Fact name={t('page.bank.gaps.opening', { day: formatDayShort(gap.openedOn, t.language) })}>
            <Money cents={gap.opening} />
          </Fact>
          <Fact name={t('page.bank.gaps.difference')}>
            <Money cents={gap.difference} />
          </Fact>
        </Facts>
        <Words>{t('page.bank.gaps.text')}</Words>
        <BankDrop />
        <Form of={gapAnswer}>
          <Actions>
            <SubmitButton kind="outlined">{t('page.bank.gaps.submit')}</SubmitButton>
            <LinkButton to="/admin/bank" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Stack>
    </>
  )
}

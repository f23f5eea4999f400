import { weekAt } from '#domain/week.ts'
import { recordReferral } from '#features/adjustments/referrals/commands.server.ts'
import { listRules } from '#features/adjustments/referrals/queries.server.ts'
import { referralInput, referralRecord } from '#features/adjustments/referrals/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-referral.ts'
import { Rules } from './rules.tsx'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [{ drivers }, rules] = await Promise.all([listOwners(), listRules()])
  return { drivers, week: weekAt(now), rules }
})

export const action = saves('referral.record', referralInput, async (change, input) => {
  await recordReferral(change, input)
  return '/admin/commissions?done=referral'
})

/** A referral that was not made by a link: written by hand, with a reason. */
export default function NewReferralScreen({ loaderData: { drivers, week, rules } }: Route.ComponentProps) {
  const t = useT()
  const options = drivers.map(({ id, name, ref }) => ({ value: id, label: `${name} · ${ref}` }))
  const head = (
    <PageHead
      title={t('page.rewards.referralForm.title')}
      back={{ to: '/admin/commissions', label: t('page.rewards.title') }}
    />
  )
  if (options.length === 0)
    return (
      <>
        {head}
        <FirstNeeded what="driver" />
      </>
    )
  return (
    <>
      {head}
      <SideBySide>
        <Form of={referralRecord} values={{ since: week }} offered={{ referrer: options, referred: options }}>
          <Actions>
            <SubmitButton>{t('page.rewards.referralForm.submit')}</SubmitButton>
            <LinkButton to="/admin/commissions" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        <Rules rules={rules} now={week} />
      </SideBySide>
    </>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { isoWeek } from '#domain/week.ts'
import { removeRule } from '#features/adjustments/referrals/commands.server.ts'
import { hasPromised, listRules } from '#features/adjustments/referrals/queries.server.ts'
import type { RuleVersion } from '#features/adjustments/referrals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ruleSentences } from '#web/parts/reward-parts.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-rule.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const version = (await listRules()).find(({ id }) => id === params.id)
  if (!version) throw new Refusal('record.not-found')
  return { version, isBarred: await hasPromised(version.id) }
})

export const action = confirms('commission-rule.remove', async (change, { params }: Route.ActionArgs) => {
  await removeRule(change, params.id)
  return '/admin/commissions?done=ruleRemoved'
})

/** Removes a rule that was typed wrong, as long as nobody was referred under it. */
export default function RemoveRuleScreen({ loaderData: { version, isBarred } }: Route.ComponentProps) {
  const t = useT()
  const { side, name, from, rule } = version
  return (
    <SmallAct
      record={`${t(`page.rewards.sides.${side}`)} · ${name}`}
      from={t('page.rewards.title')}
      facts={{ week: t('page.rewards.rules.from', isoWeek(from)) }}
      question={t('page.rewards.rules.removal.title')}
      effect={<Promised rule={rule} />}
      unchanged={t('page.rewards.rules.removal.text')}
      buttonWords={t('page.rewards.rules.removal.submit')}
      barred={isBarred ? t('errors.commission.promised') : null}
    />
  )
}

function Promised({ rule }: Pick<RuleVersion, 'rule'>) {
  const t = useT()
  return (
    <Bullets>
      {ruleSentences(rule, t).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Bullets>
  )
}

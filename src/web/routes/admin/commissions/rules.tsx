import type { ReactNode } from 'react'
import { SIDES } from '#domain/commission.ts'
import { type Week, isoWeek, nextWeek } from '#domain/week.ts'
import type { RuleVersion } from '#features/adjustments/referrals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ruleSentences } from '#web/parts/reward-parts.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'

type Props = { rules: readonly RuleVersion[]; now: Week; children?: ReactNode }

/** The rules for either side, each under its own heading; `children` introduces them. */
export function Rules({ children, ...asked }: Props) {
  const t = useT()
  return (
    <Section title={t('page.rewards.rules.title')}>
      <Stack>
        {children}
        <Versions {...asked} />
      </Stack>
    </Section>
  )
}

/** The rules of a side in sentences, the newest first. */
function Versions({ rules, now }: Props) {
  const t = useT()
  if (rules.length === 0) {
    return (
      <EmptyState title={t('page.rewards.rules.empty')}>
        <p>{t('page.rewards.rules.emptyText')}</p>
      </EmptyState>
    )
  }
  return SIDES.map((side) => {
    const rulesOfSide = rules.filter((rule) => rule.side === side).toReversed()
    const current = rulesOfSide.find(({ from }) => from <= now)
    if (rulesOfSide.length === 0) return null
    return (
      <Items key={side} label={t(`page.rewards.sides.${side}`)}>
        {rulesOfSide.map((version) => (
          <Item
            key={version.id}
            title={`${t(`page.rewards.sides.${side}`)} · ${version.name}`}
            aside={
              <State tone={version === current ? 'ok' : 'plain'}>
                {t(`page.rewards.rules.${phaseOf(version, current, now)}`)}
              </State>
            }
          >
            <Words look="soft">{t('page.rewards.rules.from', isoWeek(version.from))}</Words>
            <Bullets>
              {ruleSentences(version.rule, t).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Bullets>
            {version.from >= now ? (
              <LinkButton to={`/admin/commissions/rules/${version.id}/removal`} kind="text">
                {t('page.rewards.rules.removal.link')}
              </LinkButton>
            ) : null}
          </Item>
        ))}
      </Items>
    )
  })
}

function phaseOf(ruleVersion: RuleVersion, current: RuleVersion | undefined, now: Week): 'now' | 'later' | 'before' {
  if (ruleVersion === current) return 'now'
  return ruleVersion.from >= nextWeek(now) ? 'later' : 'before'
}

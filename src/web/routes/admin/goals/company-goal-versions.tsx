import type { CompanyGoalVersion } from '#features/adjustments/company-goals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { goalFigureWords } from '#web/parts/company-goals.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'

/** A version in a few words: "Viagens: 1 500". */
export function versionName({ measure, target }: CompanyGoalVersion, t: Translator): string {
  return t('page.goals.company.removal.version', {
    measure: t(`page.goals.company.measures.${measure}`),
    target: target === null ? t('page.goals.company.removal.ends') : goalFigureWords(measure, target, t),
  })
}

/** The versions whose first period is not over, each with the question that removes it. */
export function CompanyGoalVersions({ versions }: { versions: readonly CompanyGoalVersion[] }) {
  const t = useT()
  return (
    <Items label={t('page.goals.company.removal.list')}>
      {versions.map((version) => (
        <Item
          key={version.id}
          title={versionName(version, t)}
          aside={t(`page.goals.periods.${version.period}`)}
          acts={
            <LinkButton
              to={`/admin/goals/company/${version.id}/removal`}
              kind="text"
              aria-label={t('page.goals.company.removal.linkOne', { goal: versionName(version, t) })}
            >
              {t('page.goals.company.removal.link')}
            </LinkButton>
          }
        >
          <Words look="soft">{`${formatWeek(version.from, t.language)} · ${version.reason}`}</Words>
        </Item>
      ))}
    </Items>
  )
}

import { RULES, workedExample } from '#domain/worked-example.ts'
import { weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/financial-settings/queries.server.ts'
import { lineLabel } from '#messages/line-label.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Notes, Steps } from '#web/parts/statement-why.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/rules.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const settings = await settingsIn(weekAt(context.get(requestContext).now))
    return RULES.map((rule) => ({ rule, ...workedExample(rule, settings) }))
  })

export default function RulesScreen({ loaderData: examples }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.settings.rules.title')}
        subtitle={t('page.settings.rules.text')}
        actions={<LinkButton to="/admin/financial-settings">{t('page.settings.rules.back')}</LinkButton>}
      />
      <Stack>
        {examples.map(({ rule, about }) => (
          <Section key={rule} title={t(`page.settings.rules.entries.${rule}.title`)}>
            <Stack>
              <p>{t(`page.settings.rules.entries.${rule}.text`)}</p>
              {about.map((line) => (
                <Card key={line.code} part title={lineLabel(line, t)} aside={<Money cents={line.amount} />}>
                  <Steps line={line} label={lineLabel(line, t)} />
                  <Notes line={line} />
                </Card>
              ))}
            </Stack>
          </Section>
        ))}
      </Stack>
    </>
  )
}

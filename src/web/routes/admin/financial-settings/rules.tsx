import { sum } from '#domain/money.ts'
import { RULES, casesOf, exampleInterest, workedExample } from '#domain/worked-example.ts'
import { weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Notes, Steps } from '#web/parts/statement-why.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Links, Page, Spread, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/rules.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const settings = await settingsIn(weekAt(now))
  const rules = RULES.map((rule) => ({
    rule,
    cases: casesOf(rule).map((name) => {
      const { settlement, about, apart } = workedExample(name, settings)
      const receipt = rule === 'receipt' ? { value: settlement.receiptValue, apart: apart?.total ?? null } : null
      return { name, about, net: settlement.net, receipt }
    }),
  }))
  return { rules, interest: exampleInterest(settings) }
})

type Example = Route.ComponentProps['loaderData']['rules'][number]['cases'][number]

export default function RulesScreen({ loaderData: { rules, interest } }: Route.ComponentProps) {
  const t = useT()
  const rates = {
    rate: formatPercent(interest.rate, t.language),
    yearly: formatPercent(interest.yearly, t.language),
  }
  return (
    <>
      <PageHead
        title={t('page.settings.rules.title')}
        subtitle={t('page.settings.rules.text')}
        back={{ to: '/admin/financial-settings', label: t('page.settings.title') }}
      />
      <nav aria-label={t('page.settings.rules.contents')}>
        <Links>
          {rules.map(({ rule }) => (
            <a key={rule} href={`#${rule}`}>
              {t(`page.settings.rules.entries.${rule}.title`)}
            </a>
          ))}
        </Links>
      </nav>
      {rules.map(({ rule, cases }, place) => (
        <div key={rule} id={rule}>
          <Section title={t(`page.settings.rules.entries.${rule}.title`)}>
            <Page width="middle">
              <Words>{t(`page.settings.rules.entries.${rule}.text`)}</Words>
              <Card flush>
                {cases.map((example, at) => (
                  <Disclosure
                    key={example.name}
                    summary={t(`page.settings.rules.cases.${example.name}`, rates)}
                    aside={<Sum of={example.about} />}
                    open={place === 0 && at === 0}
                  >
                    <ExampleLines example={example} />
                  </Disclosure>
                ))}
              </Card>
            </Page>
          </Section>
        </div>
      ))}
    </>
  )
}

function Sum({ of: lines }: { of: Example['about'] }) {
  const t = useT()
  if (lines.length === 0) return t('page.settings.rules.none')
  return <Money cents={sum(lines.map(({ amount }) => amount))} />
}

/** The lines of an example, each with its calculation; its name is shown if there are several. */
function ExampleLines({ example: { about, net, receipt } }: { example: Example }) {
  const t = useT()
  return (
    <>
      {about.length === 0 ? <p>{t('page.settings.rules.noLine')}</p> : null}
      {about.map((line) => (
        <div key={line.code}>
          {about.length > 1 ? (
            <Spread>
              <b>{lineLabel(line, t)}</b> <Money cents={line.amount} />
            </Spread>
          ) : null}
          <Steps line={line} label={lineLabel(line, t)} />
          <Notes line={line} />
        </div>
      ))}
      {receipt ? (
        <Words look="small">
          {t('page.settings.rules.receipt')}: <Money cents={receipt.value} />
        </Words>
      ) : null}
      {receipt?.apart ? (
        <Words look="small">
          {t('page.settings.rules.apart')}: <Money cents={receipt.apart} />
        </Words>
      ) : null}
      <Words look="small">
        {t('page.settings.rules.net')}: <Money cents={net} />
      </Words>
    </>
  )
}

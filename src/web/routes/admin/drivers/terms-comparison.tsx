import { feeCeilingOn } from '#domain/fee-ceiling.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { basisPoints, minus, sum } from '#domain/money.ts'
import { ZONE, weekAt } from '#domain/week.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { compareProposals, compareTypedWeek, sumOf } from '#features/settlements/dry-runs/queries.server.ts'
import type { ProposedWeek } from '#features/settlements/dry-runs/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type Simulation, readSimulation } from '#features/settlements/simulator/schema.ts'
import { formatWeek } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldRow, Fieldset, MoneyField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/terms-comparison.ts'
import { FeeFields, RegimeFields, TollField } from './terms-fields.tsx'
import { readProposals } from './terms-proposals.server.ts'
import { SideBySide } from './terms-side-by-side.tsx'
import styles from './terms-form.module.css'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const { id } = await getDriver(params.id)
  const { pathname, searchParams } = new URL(request.url)
  const week = weekAt(now)
  const [settings, all] = [await settingsIn(week), await listTerms(id)]
  const agreed = (all.find(({ from }) => from <= week) ?? all.at(-1))?.terms ?? offeredTerms('slot', settings)
  const { reply, terms, forms } = readProposals(searchParams, agreed, settings, languageOf(pathname))
  const fromFiles = terms ? await compareProposals(now, id, terms) : []
  const isTyped = terms ? fromFiles.length === 0 : searchParams.has('uber')
  const ceiling = feeCeilingOn(now.toZonedDateTimeISO(ZONE).toPlainDate(), basisPoints(settings.transportVat))
  const typed = isTyped ? readSimulation(searchParams, ceiling, languageOf(pathname)) : null
  const weeks = typed?.week && terms ? [compareTypedWeek(typed.week, settings, terms)] : fromFiles
  return { id, settings, reply, forms, typed, weeks, total: sumOf(weeks) }
})

const SIDES = ['a', 'b'] as const

/** Two proposals over the same weeks, for negotiating: a form that is sent to its own page and writes nothing. */
export default function TermsComparisonScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { id, settings, reply, forms, typed, weeks, total } = loaderData
  return (
    <Section title={t('page.fleet.terms.comparison.title')}>
      <Stack>
        <p>{t('page.fleet.terms.comparison.text')}</p>
        <Form reply={reply} method="get">
          <div className={styles.proposals}>
            {SIDES.map((side) => (
              <div key={side} className={styles.form}>
                <Fieldset legend={t(`page.fleet.terms.comparison.proposals.${side}`)}>
                  <RegimeFields settings={settings} prefix={`${side}-`} />
                  <FeeFields settings={settings} prefix={`${side}-`} />
                  <TollField prefix={`${side}-`} />
                </Fieldset>
              </div>
            ))}
          </div>
          {typed ? <UsualWeek simulation={typed} /> : null}
          <Actions>
            <SubmitButton>{t('page.fleet.terms.comparison.submit')}</SubmitButton>
            <LinkButton to={`/admin/drivers/${id}/terms`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        {weeks.length === 0 ? null : (
          <Section
            title={t(typed ? 'page.fleet.terms.comparison.usualTitle' : 'page.fleet.terms.comparison.sumTitle')}
            aside={typed ? null : t('page.fleet.terms.comparison.rowsText', { count: weeks.length })}
          >
            <Stack>
              <SideBySide figures={total} caption={t('page.fleet.terms.comparison.sumCaption')} />
              <Actions>
                {SIDES.map((side) => (
                  <LinkButton key={side} to={`/admin/drivers/${id}/terms/new?${new URLSearchParams(forms[side])}`}>
                    {t(`page.fleet.terms.comparison.use.${side}`)}
                  </LinkButton>
                ))}
              </Actions>
            </Stack>
          </Section>
        )}
        {typed || weeks.length === 0 ? null : (
          <Section title={t('page.fleet.terms.comparison.weeksTitle')}>
            {weeks.map((figures) => (
              <OneWeek key={figures.week} title={formatWeek(figures.week ?? '', t.language)} figures={figures} />
            ))}
          </Section>
        )}
      </Stack>
    </Section>
  )
}

function OneWeek({ title, figures }: { title: string; figures: ProposedWeek }) {
  const t = useT()
  const difference = sum([figures.b.net, minus(figures.a.net)])
  return (
    <Disclosure summary={title} aside={<Money cents={difference} look="signed" />}>
      <SideBySide figures={figures} caption={t('page.fleet.terms.comparison.weekCaption', { week: title })} />
    </Disclosure>
  )
}

/** A typical week, for somebody who has none yet, as on the public simulator. */
function UsualWeek({ simulation: { values, fieldErrors } }: { simulation: Simulation }) {
  const t = useT()
  const reply = { values, fieldErrors: fieldErrors as Record<string, string[]>, refusal: null }
  const money = (name: Exclude<keyof typeof values, 'platformFee' | 'hours' | 'ownCar'>) => (
    <MoneyField name={name} label={t(`page.fleet.terms.comparison.fields.${name}`)} reply={reply} />
  )
  return (
    <Fieldset legend={t('page.fleet.terms.comparison.usualTitle')}>
      <p>{t('page.fleet.terms.comparison.usualText')}</p>
      <FieldRow>
        {money('uber')}
        {money('bolt')}
      </FieldRow>
      <FieldRow>
        <TextField
          name="platformFee"
          label={t('page.fleet.terms.comparison.fields.platformFee')}
          inputMode="decimal"
          reply={reply}
        />
        {money('tips')}
      </FieldRow>
      <FieldRow>
        {money('fuel')}
        {money('tolls')}
      </FieldRow>
      <FieldRow>
        {money('cash')}
        {money('refunds')}
      </FieldRow>
    </Fieldset>
  )
}

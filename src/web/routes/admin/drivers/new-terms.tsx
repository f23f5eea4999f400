import { firstOf } from '#domain/certain.ts'
import { href } from 'react-router'
import { offeredTerms } from '#domain/simulation.ts'
import { type Week, nextWeek, previousWeek, weekAt, weekName, weekOf } from '#domain/week.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { newTermsInput } from '#features/fleet/terms/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { askedContract } from '#web/parts/asked-contract.ts'
import { askedWeek, wayBack } from '#web/parts/asked-week.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import type { Route } from './+types/new-terms.ts'
import { TermsDryRun } from './terms-dry-run.tsx'
import { TermsFacts } from './terms-facts.tsx'
import { TermsForm } from './terms-form.tsx'
import { previewTerms } from './terms-preview.server.ts'
import { termsValues } from './terms-values.ts'

const WEEKS_BACK = 26
const WEEKS_AHEAD = 13

export const loader = shows(async ({ request, params, url }: Route.LoaderArgs, { now }) => {
  const [driver, all] = [await getDriver(params.id), await listTerms(params.id)]
  const thisWeek = weekAt(now)
  const started = driver.startedOn ? weekOf(Temporal.PlainDate.from(driver.startedOn)) : thisWeek
  const wantedWeek = askedWeek(request)
  const firstWeek = wantedWeek ?? (all.length === 0 ? started : nextWeek(thisWeek))
  const oldest = (await listWeeksWithRows()).at(-1) ?? thisWeek
  const settings = await settingsIn(firstWeek)
  const current = all.find(({ from }) => from <= thisWeek)
  return {
    id: driver.id,
    terms: all[0]?.terms ?? offeredTerms('slot', settings),
    current: current && { terms: current.terms, from: current.from, settings: await settingsIn(thisWeek) },
    isFirst: all.length === 0,
    weeks: weeksAround(thisWeek, oldest, [started, firstWeek]),
    asked: wantedWeek && { name: weekName(wantedWeek), number: weekNumber(wantedWeek) },
    contract: askedContract(url.searchParams),
    firstWeek,
    settings,
    preview: await previewTerms(request, now, driver.id),
  }
})

export const action = saves(
  'driver.add-terms',
  newTermsInput,
  async (change, input, { request, params }: Route.ActionArgs) => {
    await addTerms(change, params.id, input)
    const wantedWeek = askedWeek(request)
    if (wantedWeek) return `/admin/weekly/${weekName(wantedWeek)}?done=terms`
    return wayBack(request) ?? withDone(href('/admin/drivers/:id/terms', params), 'terms')
  },
)

/** The Mondays to choose from, the latest first, back to the first week with rows; the `named` ones are among them however long ago. */
function weeksAround(week: Week, oldest: Week, named: readonly Week[]): Week[] {
  const first = firstOf([previousWeek(week, WEEKS_BACK), oldest].toSorted())
  const weeks: Week[] = []
  for (let shownWeek = nextWeek(week, WEEKS_AHEAD); shownWeek >= first; shownWeek = previousWeek(shownWeek))
    weeks.push(shownWeek)
  const further = new Set(named.filter((namedWeek) => !weeks.includes(namedWeek)))
  return [...weeks, ...further].toSorted().toReversed()
}

export default function NewTermsScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, terms, current, isFirst, weeks, firstWeek, asked, contract, settings, preview } = loaderData
  // A change of terms needs a reason; first terms have a ready one.
  const unwritten = { from: firstWeek, reason: isFirst ? t('page.fleet.terms.reasonFirst') : '' }
  const values = { ...termsValues(terms, settings, t.language), ...unwritten }
  const answered = reply ?? preview?.reply
  return (
    <Section title={t('page.fleet.terms.newTitle')}>
      <Stack>
        <ContractWay />
        <p>{t('page.fleet.terms.newText')}</p>
        <SideBySide>
          <TermsForm
            values={values}
            settings={settings}
            weeks={weeks.map((week) => ({ value: week, label: formatWeek(week, t.language) }))}
            driverId={id}
            contract={contract}
            {...(asked ? { backToWeek: asked } : {})}
            reply={answered && { ...answered, values: { ...unwritten, ...answered.values } }}
          />
          {current ? (
            <Card title={t('page.fleet.terms.now')} aside={formatWeek(current.from, t.language)}>
              <TermsFacts terms={current.terms} settings={current.settings} />
            </Card>
          ) : null}
        </SideBySide>
        {preview?.dryRun && !reply ? <TermsDryRun driverId={id} dryRun={preview.dryRun} /> : null}
      </Stack>
    </Section>
  )
}

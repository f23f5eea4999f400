import { namesApart } from '#domain/driver.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { firstTermsInput } from '#features/fleet/terms/schema.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { giveFirstTerms } from '#features/weeks/answers/commands.server.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { TickList } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/terms-several.ts'
import { FLEET } from './fleet.tsx'
import { listDriverRows } from './listed.server.ts'
import { FeeFields, RegimeFields, TollField } from './terms-fields.tsx'
import formStyles from './terms-form.module.css'
import { FOLLOW_FIELDS, filledIn, termsValues } from './terms-values.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now, t }) => {
  const chosen = namesApart(chosenOf(FLEET, await listDriverRows(request, now), request, t))
  const drivers = chosen.filter(({ gone, regime }) => gone === null && regime === null)
  const week = await firstWeek(now)
  return {
    week,
    settings: await settingsIn(week),
    left: chosen.length - drivers.length,
    drivers: drivers.map(({ id, name, ref }) => ({ value: id, label: `${name} (${ref})` })),
  }
})

export const action = saves(
  'driver.add-terms',
  firstTermsInput,
  async (change, input, { request }: Route.ActionArgs) => {
    const reason = translatorFor(languageOf(new URL(request.url).pathname))('page.fleet.terms.reasonFirst')
    await giveFirstTerms(change, await firstWeek(change.now), { ...input, reason })
    return withDone('/admin/drivers', 'terms')
  },
)

/** The week from which the first terms count: the first one with files; without files, the running one. */
async function firstWeek(now: Temporal.Instant) {
  return (await listWeeksWithRows()).at(-1) ?? weekAt(now)
}

/** Gives several drivers without terms the same first ones: drivers of a spreadsheet that names no regime. */
export default function TermsSeveralScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { drivers, left, week, settings } = loaderData
  const usual = termsValues(offeredTerms('slot', settings), settings, t.language)
  const everybody = { 'drivers[]': drivers.map(({ value }) => value).join('\n') }
  return (
    <>
      <PageHead
        title={t('page.fleet.termsOfSeveral.title')}
        subtitle={left > 0 ? t('page.fleet.termsOfSeveral.left', { count: left }) : undefined}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Page width="narrow">
        {drivers.length === 0 ? (
          <Section title={t('common.list.nobody')}>
            <LinkButton to="/admin/drivers">{t('common.list.back')}</LinkButton>
          </Section>
        ) : (
          <div className={formStyles.form}>
            <Form reply={filledIn({ ...usual, ...everybody }, reply)}>
              <p>{t('page.fleet.termsOfSeveral.text', { week: formatWeekNumber(week, t.language).toLowerCase() })}</p>
              <TickList name="drivers" label={t('page.exceptions.terms.who')} options={drivers} />
              <RegimeFields settings={settings} />
              <FeeFields settings={settings} />
              <input type="hidden" name={FOLLOW_FIELDS['trip-vat']} value="on" />
              <input type="hidden" name="tripVat" value={settings.tripVat} />
              <TollField />
              <Actions>
                <SubmitButton>{t('page.exceptions.terms.firstSubmit')}</SubmitButton>
                <LinkButton to="/admin/drivers" kind="text">
                  {t('common.cancel')}
                </LinkButton>
              </Actions>
            </Form>
          </div>
        )}
      </Page>
    </>
  )
}

import { driversApart } from '#domain/driver.ts'
import { sum } from '#domain/money.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { giveFirstTerms } from '#features/weeks/answers/commands.server.ts'
import { firstTermsInput } from '#features/fleet/terms/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { languageOf } from '#messages/language.ts'
import { firstWeekPage } from '#web/first-week.server.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TickList } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FeeFields, RegimeFields, TollField } from '../drivers/terms-fields.tsx'
import { FOLLOW_FIELDS, filledIn, termsValues } from '../drivers/terms-values.ts'
import formStyles from '../drivers/terms-form.module.css'
import type { Route } from './+types/first-terms.ts'
import { ActionPage } from './action-page.tsx'
import { termsGiven } from './terms-given.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const [{ statements }, settings] = await Promise.all([getWeek(week), settingsIn(week)])
  const without = statements.filter(({ settlement }) => settlement === null)
  return {
    week,
    name: weekName(week),
    drivers: driversApart(without).map(({ driver: { id, name }, rows }) => ({
      id,
      name,
      total: sum(rows.map(({ amount }) => amount)),
    })),
    settings,
  }
})

/** Gives a whole fleet its first terms, from this week on; leads back to the week, or on to the drivers' accounts. */
export const action = saves(
  'driver.add-terms',
  firstTermsInput,
  async (change, input, { request, params, context }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const reason = translatorFor(languageOf(new URL(request.url).pathname))('page.fleet.terms.reasonFirst')
    const count = await giveFirstTerms(change, week, { ...input, reason })
    const onwards = await firstWeekPage(week, change, context)
    return onwards ?? termsGiven(week, count)
  },
)

/** All drivers of the week without terms, ticked, and the few fields that differ between fleets. */
export default function FirstTermsScreen({
  loaderData: { week, name, drivers, settings },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const usual = termsValues(offeredTerms('slot', settings), settings, t.language)
  const everybody = { 'drivers[]': drivers.map(({ id }) => id).join('\n') }
  const filled: Reply = filledIn({ ...usual, ...everybody }, reply)
  return (
    <ActionPage week={week} weekName={name} title={t('page.exceptions.terms.pageAll')}>
      {drivers.length === 0 ? (
        <>
          <FormReply reply={reply} />
          <Notice>{t('page.exceptions.terms.nobody')}</Notice>
        </>
      ) : (
        <div className={formStyles.form}>
          <Form reply={filled}>
            <p>{t('page.exceptions.terms.firstText')}</p>
            <TickList
              name="drivers"
              label={t('page.exceptions.terms.who')}
              options={drivers.map(({ id, name: driver, total }) => ({
                value: id,
                label: t('page.exceptions.terms.driver', { name: driver, amount: formatMoney(total, t.language) }),
              }))}
            />
            <RegimeFields settings={settings} />
            <FeeFields settings={settings} />
            <input type="hidden" name={FOLLOW_FIELDS['trip-vat']} value="on" />
            <input type="hidden" name="tripVat" value={settings.tripVat} />
            <TollField />
            <Actions>
              <SubmitButton>{t('page.exceptions.terms.firstSubmit')}</SubmitButton>
              <LinkButton to={`/admin/weekly/${name}`} kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
            <p>{t('page.exceptions.terms.firstMore')}</p>
          </Form>
        </div>
      )}
    </ActionPage>
  )
}

import { useSearchParams } from 'react-router'
import { accidentBalance, accidentState } from '#domain/accident.ts'
import { saveAccident } from '#features/fleet/accidents/commands.server.ts'
import { ZERO } from '#domain/money.ts'
import { getAccident } from '#features/fleet/accidents/queries.server.ts'
import { accidentInput, accidentRecord } from '#features/fleet/accidents/schema.ts'
import { listDamagesOfCar } from '#features/fleet/damages/queries.server.ts'
import { listChargesOfDamages } from '#features/plans/charges/queries.server.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { DamageState, damageTitle } from '#web/parts/damage-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { RecordFacts } from '#web/ui/record-facts.tsx'
import { AccidentForm } from './accident-form.tsx'
import type { Route } from './+types/accident.ts'

/** The parts of what an accident cost, in their order. */
const BALANCE = ['repairs', 'drivers', 'insurer', 'company'] as const

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const accident = await getAccident(params.id, params.accident)
  const [ofCar, charges] = await Promise.all([listDamagesOfCar(params.id), listChargesOfDamages()])
  const damages = ofCar.filter(({ accidentId }) => accidentId === accident.id)
  const costs = damages.map(({ id, invoice }) => ({ invoice, charged: charges.get(id)?.amount ?? ZERO }))
  return { accident, damages, balance: accidentBalance(costs, accident.paid) }
})

export const action = saves(
  'accident.save',
  accidentInput.and(opened),
  async (change, { opened: seen, ...input }, { params, url }: Route.ActionArgs) => {
    const before = await getAccident(params.id, params.accident, change.tx)
    refuseIfChanged(accidentRecord, seen, before, languageOf(url.pathname))
    await saveAccident(change, params.id, params.accident, input)
    return `/admin/vehicles/${params.id}/accidents/${params.accident}?done=save`
  },
)

/** One accident: the known facts, its damages, and the form to add more. */
export default function AccidentScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { accident, damages, balance } = loaderData
  const { vehicle, driver, form, id } = accident
  const base = `/admin/vehicles/${vehicle.id}`
  const done = actionData ? null : t.find(`page.accidents.done.${query.get('done') ?? ''}`)
  return (
    <SideBySide>
      <Section title={t('page.accidents.heading')}>
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          <Card>
            <Facts>
              <Fact name={t('page.accidents.driver')}>
                {driver ? <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link> : t('page.accidents.nobody')}
              </Fact>
              {form ? (
                <Fact name={t('page.accidents.form')}>
                  <Link to={`${base}/accidents/${id}/paper`} file>
                    {t('page.accidents.open')}
                  </Link>
                </Fact>
              ) : null}
            </Facts>
            <RecordFacts of={accidentRecord} values={accident} />
          </Card>
          {accidentState(accident) === 'unreported' ? (
            <Words look="warn">{t('page.accidents.unreported')}</Words>
          ) : null}
          <Disclosure summary={t('page.accidents.change')} open={actionData !== undefined}>
            <AccidentForm accident={accident} back={`${base}/inspections`} />
          </Disclosure>
          <Links>
            <Link to="/admin/vehicles/accidents">{t('page.accidents.ofFleet')}</Link>
            <ActLink to={`${base}/accidents/${id}/withdrawal`}>{t('page.accidents.withdraw.link')}</ActLink>
          </Links>
        </Stack>
      </Section>
      <Section title={t('page.accidents.damages')}>
        <Stack>
          {balance === null ? null : (
            <Facts>
              {BALANCE.map((part) => (
                <Fact key={part} name={t(`page.accidents.balance.${part}`)}>
                  {formatMoney(balance[part], t.language)}
                </Fact>
              ))}
            </Facts>
          )}
          {damages.length === 0 ? (
            <Words>{t('page.accidents.noDamages')}</Words>
          ) : (
            <Items>
              {damages.map((damage) => (
                <Item
                  key={damage.id}
                  title={damageTitle(damage, t)}
                  to={`${base}/damages/${damage.id}`}
                  aside={<DamageState damage={damage} />}
                />
              ))}
            </Items>
          )}
        </Stack>
      </Section>
    </SideBySide>
  )
}

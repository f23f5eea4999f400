import { CAR_COSTS } from '#domain/car-business.ts'
import { INCOMES } from '#domain/car-income.ts'
import type { CarBusiness } from '#features/weeks/cars/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { assumptionsOf, hintWords, reasonWords } from '#web/parts/car-business-words.ts'
import { Money } from '#web/parts/money.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'

/** The parts of a car's last weeks, how its contract goes, and the advice. */
export function BusinessSection({ car }: { car: CarBusiness }) {
  const t = useT()
  const { hint, weeks } = car
  const assumptions = assumptionsOf(car, t)
  return (
    <Section
      title={t('page.carFigures.part.title')}
      aside={<Link to="/admin/kpis/cars">{t('page.carFigures.part.all')}</Link>}
    >
      <Stack>
        {hint === null ? null : (
          <Card title={hintWords(hint, t)} part>
            <Stack>
              <Words>{reasonWords(car, t)}</Words>
              {assumptions.length === 0 ? null : (
                <Disclosure level="line" summary={t('page.carFigures.assumes.title')} open>
                  <Bullets>
                    {assumptions.map((words) => (
                      <li key={words}>{words}</li>
                    ))}
                  </Bullets>
                </Disclosure>
              )}
            </Stack>
          </Card>
        )}
        {car.contract === null ? null : (
          <Card title={t('page.carFigures.pace.title')} part>
            <Kilometres car={car} />
          </Card>
        )}
        <Made car={car} />
        <Words look="small">{t('page.carFigures.part.text', { count: weeks.length })}</Words>
      </Stack>
    </Section>
  )
}

/** The parts of income and costs in the last weeks. */
function Made({ car }: { car: CarBusiness }) {
  const t = useT()
  const { lately: whole } = car
  return (
    <>
      <Card title={t('page.carFigures.part.income')} part>
        <Facts>
          {INCOMES.filter((name) => whole.brought[name] !== 0).map((name) => (
            <Fact key={name} name={t(`page.carFigures.incomes.${name}`)}>
              <Money cents={whole.brought[name]} />
            </Fact>
          ))}
          {whole.emptyDays === 0 ? null : (
            <Fact name={t('page.carFigures.part.empty')}>
              {t('page.carFigures.part.emptyDays', {
                count: whole.emptyDays,
                amount: formatMoney(whole.emptyCost, t.language),
              })}
            </Fact>
          )}
          {whole.workshopDays === 0 ? null : (
            <Fact name={t('page.carFigures.part.workshop')}>
              {t('page.carFigures.part.workshopDays', { count: whole.workshopDays })}
            </Fact>
          )}
        </Facts>
      </Card>
      <Card title={t('page.carFigures.part.costs')} part>
        <Facts>
          {CAR_COSTS.filter((name) => whole.costs[name] !== 0).map((name) => (
            <Fact key={name} name={t(`page.carFigures.costs.${name}`)}>
              {costWords(whole.costs[name], t)}
            </Fact>
          ))}
          <Fact name={t('page.carFigures.part.left')}>
            <Money cents={whole.left} owed />
          </Fact>
        </Facts>
      </Card>
    </>
  )
}

function costWords(amount: CarBusiness['figures']['costs']['value'], t: Translator) {
  return amount === null ? t('page.carFigures.unknown') : <Money cents={amount} />
}

/** The kilometres of a contract: how many so far, and how many it will be at its end. */
function Kilometres({ car: { pace } }: { car: CarBusiness }) {
  const t = useT()
  if (pace === null) return <Words look="soft">{t('page.carFigures.pace.lacks')}</Words>
  const km = (kilometres: number) => formatNumber(kilometres, t.language)
  return (
    <Facts>
      <Fact name={t('page.carFigures.pace.driven', { day: formatDayShort(pace.readOn, t.language) })}>
        {km(pace.driven)}
      </Fact>
      <Fact name={t('page.carFigures.pace.limit')}>{km(pace.limit)}</Fact>
      <Fact name={t('page.carFigures.pace.atEnd')}>{km(pace.atEnd)}</Fact>
      {pace.beyond === 0 ? null : <Fact name={t('page.carFigures.pace.beyond')}>{km(pace.beyond)}</Fact>}
      {pace.beyond === 0 ? null : <Fact name={t('page.carFigures.pace.cost')}>{costWords(pace.beyondCost, t)}</Fact>}
      {pace.reachedOn === null ? null : (
        <Fact name={t('page.carFigures.pace.reached')}>{formatDayShort(pace.reachedOn, t.language)}</Fact>
      )}
    </Facts>
  )
}

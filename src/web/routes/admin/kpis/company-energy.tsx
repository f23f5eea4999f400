import type { EnergyRate } from '#domain/company-figures.ts'
import { showPlate } from '#domain/identifiers.ts'
import { cents } from '#domain/money.ts'
import type { CarEnergy, CompanyView } from '#features/weeks/company-figures/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { figuresPeriodShort } from '#messages/figure-words.ts'
import { formatAmount, formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The energy cost of 100 km, of all measured cars together and of each. */
export function CompanyEnergy({ company }: { company: CompanyView }) {
  const t = useT()
  const { cars, now, past } = company
  return (
    <Section title={t('page.companyFigures.energy.title')} aside={t('page.companyFigures.energy.aside')}>
      {now.energy === null ? (
        <Stack>
          <Words>{t('page.companyFigures.energy.lacks')}</Words>
          <Words look="soft">{t('page.companyFigures.formula.energy')}</Words>
        </Stack>
      ) : (
        <Stack>
          <Words>
            {t('page.companyFigures.energy.together', {
              now: formatMoney(now.energy.cost, t.language),
              before: figuresPeriodShort(company.before, t),
              was: past?.energy ? formatMoney(past.energy.cost, t.language) : t('page.companyFigures.unknown'),
            })}
          </Words>
          <Words look="soft">{t('page.companyFigures.formula.energy')}</Words>
          <Table
            caption={t('page.companyFigures.energy.title')}
            rows={cars.toSorted((a, b) => b.now.cost - a.now.cost)}
            rowKey={({ id }) => id}
            href={({ id }) => `/admin/vehicles/${id}/odometer`}
            columns={energyColumns(t)}
          />
        </Stack>
      )}
    </Section>
  )
}

function energyColumns(t: Translator): Column<CarEnergy>[] {
  return [
    { head: t('page.companyFigures.energy.car'), cell: ({ plate }) => showPlate(plate), phone: 'identity' },
    {
      head: t('page.companyFigures.energy.now'),
      number: true,
      first: true,
      phone: 'amount',
      cell: ({ now }) => <Money cents={now.cost} look="bare" inList />,
    },
    {
      head: t('page.companyFigures.energy.before'),
      number: true,
      cell: ({ before }) => (before === null ? '–' : <Money cents={before.cost} look="bare" />),
    },
    {
      head: t('page.companyFigures.energy.change'),
      number: true,
      phone: 'state',
      cell: ({ now, before }) =>
        before === null ? '–' : <Money cents={cents(now.cost - before.cost)} look="signed" />,
    },
    {
      head: t('page.companyFigures.energy.quantity'),
      number: true,
      phone: 'fact',
      cell: ({ now }) => quantityWords(now, t),
    },
  ]
}

/** "6,42 l", "17,30 kWh": for 100 km. */
function quantityWords({ centilitres, wattHours }: EnergyRate, t: Translator): string {
  const sentences = [
    centilitres === null
      ? null
      : t('page.companyFigures.energy.litres', { size: formatAmount(centilitres, t.language) }),
    wattHours === null
      ? null
      : t('page.companyFigures.energy.kilowattHours', {
          size: formatAmount(Math.round(wattHours / 10), t.language),
        }),
  ].filter(Boolean)
  return sentences.length === 0 ? '–' : sentences.join(' · ')
}

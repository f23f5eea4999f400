import type { ReportState as StateName } from '#domain/damage-report.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { ReportView } from '#features/fleet/damage-reports/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import styles from './report-parts.module.css'

const TONES = { waiting: 'warn', confirmed: 'ok', refused: 'bad', withdrawn: 'plain' } as const satisfies Record<
  StateName,
  string
>

export function ReportState({ state }: { state: StateName }) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.damageReports.states.${state}`)}</State>
}

const SAID_OF_ACCIDENTS = ['otherName', 'otherPlate', 'otherInsurer', 'otherPolicy', 'police', 'policeNumber'] as const

/** All that a report says; `declaration`: the address of its photographed declaration. */
export function ReportFacts({ report, declaration }: { report: ReportView; declaration: string }) {
  const t = useT()
  const { at, sentAt, place, account, type, part, severity, kind, form } = report
  const title = [
    type === null ? null : t(`page.inspections.types.${type}`),
    part === null ? null : t(`page.inspections.parts.${part}`),
    severity === null ? null : t(`page.inspections.severities.${severity}`),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card>
      <Stack>
        <Words look="said">{account}</Words>
        <Facts>
          <Fact name={t('page.damageReports.at')}>{formatInstant(at, t.language)}</Fact>
          <Fact name={t('page.damageReports.place')}>{place}</Fact>
          {title === '' ? null : <Fact name={t('page.damageReports.type')}>{title}</Fact>}
          {kind === 'accident' ? <OfAccident report={report} /> : null}
          {form ? (
            <Fact name={t('page.damageReports.form')}>
              <Link to={declaration} file>
                {t('page.damageReports.openDeclaration')}
              </Link>
            </Fact>
          ) : null}
          <Fact name={t('page.damageReports.sentAt')}>{formatInstant(sentAt, t.language)}</Fact>
        </Facts>
      </Stack>
    </Card>
  )
}

function OfAccident({ report }: { report: ReportView }) {
  const t = useT()
  const { injured, amicable } = report
  return (
    <>
      {injured ? <Fact name={t('page.damageReports.injured')}>{t(`page.accidents.injuries.${injured}`)}</Fact> : null}
      {amicable ? (
        <Fact name={t('page.damageReports.amicable')}>{t(`page.accidents.declarations.${amicable}`)}</Fact>
      ) : null}
      {SAID_OF_ACCIDENTS.map((name) =>
        report[name] ? (
          <Fact key={name} name={t(`page.damageReports.${name}`)}>
            {report[name]}
          </Fact>
        ) : null,
      )}
    </>
  )
}

/** The photos of a report; `place`: the address under which each opens. */
export function ReportPhotos({ report: { photos }, place }: { report: Pick<ReportView, 'photos'>; place: string }) {
  const t = useT()
  if (photos.length === 0) return null
  return (
    <ul className={styles.photos}>
      {photos.map((id, index) => (
        <li key={id}>
          <Link to={`${place}/${id}`} file aria-label={t('page.damageReports.openPhoto', { number: index + 1 })}>
            <img
              className={styles.photo}
              src={`${place}/${id}`}
              alt={t('page.damageReports.photoOf', { number: index + 1 })}
              width="480"
              height="360"
              loading="lazy"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Reports in a list, each with its state and a link. */
export function ReportItems({
  reports,
  placeOf,
  label,
  look = 'cards',
}: {
  reports: readonly ReportView[]
  placeOf: (report: ReportView) => string
  label: string
  /** `rows`: inside a card. */
  look?: 'cards' | 'rows'
}) {
  const t = useT()
  return (
    <Items label={label} look={look}>
      {reports.map((report) => (
        <Item
          key={report.id}
          title={t(`page.damageReports.one.${report.kind}`, { plate: showPlate(report.vehicle.plate) })}
          to={placeOf(report)}
          aside={<ReportState state={report.state} />}
        >
          <Words look="soft">{[formatInstant(report.at, t.language), report.place].join(' · ')}</Words>
        </Item>
      ))}
    </Items>
  )
}

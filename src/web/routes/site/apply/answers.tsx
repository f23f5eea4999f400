import { showPlate } from '#domain/identifiers.ts'
import type { Application } from '#features/recruitment/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'

type ApplicationAnswers = Pick<
  Application,
  | 'name'
  | 'email'
  | 'phone'
  | 'municipality'
  | 'regime'
  | 'licenceYear'
  | 'certificate'
  | 'certificateUntil'
  | 'platforms'
  | 'nif'
  | 'vehicle'
  | 'documents'
>

export function answersOf(application: Application): ApplicationAnswers {
  const { name, email, phone, municipality, regime, licenceYear, certificate } = application
  const { certificateUntil, platforms, nif, vehicle, documents } = application
  return {
    name,
    email,
    phone,
    municipality,
    regime,
    licenceYear,
    certificate,
    certificateUntil,
    platforms,
    nif,
    vehicle,
    documents,
  }
}

export function PersonAnswers({ answers }: { answers: ApplicationAnswers }) {
  const t = useT()
  return (
    <Facts>
      <Fact name={t('page.apply.person.name')}>{answers.name}</Fact>
      <Fact name={t('page.apply.person.email')}>{answers.email}</Fact>
      <Fact name={t('page.apply.person.phone')}>{answers.phone}</Fact>
      <Fact name={t('page.apply.person.municipality')}>{answers.municipality ?? '–'}</Fact>
      <Fact name={t('page.apply.person.regime')}>{t(`page.apply.regimes.${answers.regime}`)}</Fact>
    </Facts>
  )
}

export function PaperAnswers({ answers }: { answers: ApplicationAnswers }) {
  const t = useT()
  const { certificate, certificateUntil, licenceYear, platforms, nif } = answers
  const missing = t('page.apply.review.missing')
  return (
    <Facts>
      <Fact name={t('page.apply.papers.licenceYear')}>{licenceYear ?? missing}</Fact>
      <Fact name={t('page.apply.papers.certificate')}>
        {certificate ? t(`page.apply.papers.certificates.${certificate}`) : missing}
      </Fact>
      {certificateUntil ? (
        <Fact name={t('page.apply.papers.certificateUntil')}>{formatDayShort(certificateUntil, t.language)}</Fact>
      ) : null}
      <Fact name={t('page.apply.papers.platforms')}>
        {platforms ? t(`page.apply.papers.platformsUsed.${platforms}`) : missing}
      </Fact>
      <Fact name={t('page.apply.papers.nif')}>{nif ?? missing}</Fact>
    </Facts>
  )
}

export function VehicleAnswers({ answers: { vehicle } }: { answers: ApplicationAnswers }) {
  const t = useT()
  return (
    <Facts>
      <Fact name={t('page.apply.steps.vehicle')}>
        {vehicle ? `${vehicle.make} ${vehicle.model}, ${vehicle.year}` : t('page.apply.review.missing')}
      </Fact>
      {vehicle ? <Fact name={t('page.apply.vehicle.plate')}>{showPlate(vehicle.plate)}</Fact> : null}
    </Facts>
  )
}

export function DocumentAnswers({ answers: { documents } }: { answers: ApplicationAnswers }) {
  const t = useT()
  if (documents.length === 0) return <p>{t('page.apply.documents.none')}</p>
  return (
    <Facts>
      {documents.map(({ id, kind, name }) => (
        <Fact key={id} name={t(`page.apply.documents.kinds.${kind}`)}>
          {name}
        </Fact>
      ))}
    </Facts>
  )
}

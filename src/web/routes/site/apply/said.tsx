import { showPlate } from '#domain/identifiers.ts'
import type { Application } from '#features/recruitment/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'

type Said = Pick<
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

export function saidOf(application: Application): Said {
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

export function PersonAnswers({ said }: { said: Said }) {
  const t = useT()
  return (
    <Facts>
      <Fact name={t('page.apply.person.name')}>{said.name}</Fact>
      <Fact name={t('page.apply.person.email')}>{said.email}</Fact>
      <Fact name={t('page.apply.person.phone')}>{said.phone}</Fact>
      <Fact name={t('page.apply.person.municipality')}>{said.municipality ?? '–'}</Fact>
      <Fact name={t('page.apply.person.regime')}>{t(`page.apply.regimes.${said.regime}`)}</Fact>
    </Facts>
  )
}

export function PaperAnswers({ said }: { said: Said }) {
  const t = useT()
  const { certificate, certificateUntil, licenceYear, platforms, nif } = said
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

export function VehicleAnswers({ said: { vehicle } }: { said: Said }) {
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

export function DocumentAnswers({ said: { documents } }: { said: Said }) {
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

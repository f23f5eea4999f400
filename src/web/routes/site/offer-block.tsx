import type { ReactNode } from 'react'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Offer } from '#features/company/offer/schema.ts'
import { formatDayLong } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { offerParams } from '#web/parts/offer-terms.ts'
import { useBrand } from '#web/shell/brand.ts'
import { useShell } from '#web/shell/shell.ts'
import { LinkedData } from './linked-data.tsx'
import styles from './offer-block.module.css'
import { Part, Points } from './pieces.tsx'

type Props = { offer: Offer; settings: FinancialSettings; tone?: 'paper' | 'alt'; stop?: number }

/** The operator's offer: each fact that it entered, and no others. Without any, this part of the page is left out. */
export function OfferBlock({ offer, settings, tone = 'paper', stop }: Props) {
  const t = useT()
  const facts = factsOf(offer, settings, t, (items) => <Points items={items} />)
  if (facts.length === 0) return null
  return (
    <Part
      tone={tone}
      {...(stop === undefined ? {} : { stop })}
      title={t('page.offered.title')}
      text={t('page.offered.text')}
    >
      <dl className={styles.facts}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

/** The facts of the offer, each in the site's words for it; `several`: how a list is written. */
export function factsOf(
  offer: Offer,
  settings: FinancialSettings,
  t: ReturnType<typeof useT>,
  several: (items: readonly string[]) => ReactNode,
): [string, ReactNode][] {
  const { tells, rentBuys, cars, cities, noticeDays, hiring } = offer
  const params = offerParams(settings, t.language)
  const inParts = settings.depositInstalments > 0 && settings.depositFirst < settings.deposit
  const count = settings.depositInstalments
  const deposit = inParts
    ? t('page.offered.depositParts', { ...params, count })
    : t('page.offered.depositWhole', params)
  const kilometres = t('page.offered.kilometresText', params)
  const list = (items: readonly string[]) => (items.length === 1 ? items[0] : several(items))
  return [
    ...fact(rentBuys.length > 0, t('page.offered.rent'), list(rentBuys)),
    ...fact(cars.length > 0, t('page.offered.cars'), list(cars)),
    ...fact(tells.deposit && settings.deposit > 0, t('page.offered.deposit'), deposit),
    ...fact(tells.kilometres && settings.kilometresIncluded > 0, t('page.offered.kilometres'), kilometres),
    ...fact(cities.length > 0, t('page.offered.cities'), cities.join(', ')),
    ...fact(noticeDays !== null, t('page.offered.notice'), t('page.offered.noticeText', { count: noticeDays ?? 0 })),
    ...fact(
      hiring !== null,
      t('page.offered.hiring'),
      hiring && t(`page.offered.hiringText.${hiring.as}`, { day: formatDayLong(hiring.until, t.language) }),
    ),
  ]
}

function fact(isSaid: boolean, name: string, text: ReactNode): [string, ReactNode][] {
  return isSaid ? [[name, text]] : []
}

/** An open job as search engines read it (schema.org `JobPosting`): only while the operator says that there is one. */
export function JobPosting({ offer: { hiring, cities } }: { offer: Offer }) {
  const t = useT()
  const brand = useBrand()
  const origin = useShell()?.origin ?? ''
  if (!hiring) return null
  return (
    <LinkedData
      of={{
        '@context': 'https://schema.org',
        '@type': 'JobPosting',
        title: t('page.offered.job.title'),
        description: t('page.offered.job.text'),
        datePosted: hiring.since,
        validThrough: hiring.until,
        employmentType: hiring.as === 'employee' ? 'FULL_TIME' : 'CONTRACTOR',
        directApply: true,
        hiringOrganization: {
          '@type': 'Organization',
          '@id': `${origin}/#organisation`,
          name: brand.name,
          sameAs: origin,
        },
        jobLocation: cities.map((city) => ({
          '@type': 'Place',
          address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'PT' },
        })),
      }}
    />
  )
}

import { formatNumber } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { Fact, Facts } from '#web/ui/card.tsx'
import styles from './about.module.css'
import { ReceiptDrawing } from './illustrations.tsx'
import { Columns, More, Opening, Part } from './pieces.tsx'

/** Drivers and operators in Portugal: IMT, February 2025 (`rulings.md` G). */
const MARKET = { drivers: 37_300, operators: 11_900 }

export default function AboutScreen() {
  const t = useT()
  const language = useLanguage()
  const brand = useBrand()
  const texts = t.list('page.about.principles.texts')
  return (
    <>
      <Opening title={t('page.about.title')} lead={t('page.about.lead')} drawing={<ReceiptDrawing />} />
      <Part tone="alt">
        <Columns>
          <h2>{t('page.about.principles.title')}</h2>
          <ol className={styles.principles}>
            {t.list('page.about.principles.names').map((name, index) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{texts[index]}</p>
              </li>
            ))}
          </ol>
        </Columns>
      </Part>
      <Part>
        <Columns>
          <div>
            <h2>{t('page.about.market.title')}</h2>
            <p>{t('page.about.market.source')}</p>
          </div>
          <dl className={styles.market}>
            {(['drivers', 'operators'] as const).map((name) => (
              <div key={name}>
                <dd className="num">{formatNumber(MARKET[name], language)}</dd>
                <dt>{t(`page.about.market.${name}`)}</dt>
              </div>
            ))}
          </dl>
        </Columns>
      </Part>
      <Part tone="alt" stop={5}>
        <Columns>
          <div>
            <h2>{t('page.about.company.title')}</h2>
            <More to="/contact">{t('page.about.contact')}</More>
          </div>
          <Facts>
            <Fact name={t('page.about.company.name')}>{brand.legalName}</Fact>
            <Fact name={t('page.about.company.taxNumber')}>{brand.taxNumber}</Fact>
            <Fact name={t('page.about.company.licence')}>{brand.licence}</Fact>
            {brand.address.length > 0 ? (
              <Fact name={t('page.about.company.address')}>{brand.address.join(', ')}</Fact>
            ) : null}
          </Facts>
        </Columns>
      </Part>
    </>
  )
}

import { useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import styles from './contact.module.css'
import { Columns, More, Opening, Part, Points } from './pieces.tsx'

export default function ContactScreen() {
  const t = useT()
  const { phone, phoneHref, email, address } = useBrand()
  return (
    <>
      <Opening title={t('page.contact.title')} lead={t('page.contact.lead')} />
      <Part tone="alt">
        <Columns>
          <div>
            <h2>{t('page.contact.help.title')}</h2>
            <Points items={t.list('page.contact.help.items')} />
            <p>{t('page.contact.privacy')}</p>
            <More to="/legal/complaints">{t('page.contact.complaints')}</More>
          </div>
          <div className={styles.card}>
            <dl>
              <dt>{t('page.contact.phone')}</dt>
              <dd>
                <a className={styles.large} href={`tel:${phoneHref}`}>
                  {phone}
                </a>
                <small>{t('common.brand.callCost')}</small>
              </dd>
              <dt>{t('page.contact.email')}</dt>
              <dd>
                <a className={styles.large} href={`mailto:${email}`}>
                  {email}
                </a>
              </dd>
              <dt>{t('page.contact.hours')}</dt>
              <dd>{t('common.brand.hours')}</dd>
              <dt>{t('page.contact.address')}</dt>
              <dd>{address.join(', ')}</dd>
            </dl>
          </div>
        </Columns>
      </Part>
    </>
  )
}

import { TOPICS } from '#features/contact/schema.ts'
import { useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { CarSymbol } from './car.tsx'
import { Choices } from './choices.tsx'
import styles from './contact.module.css'
import { DeskDrawing } from './illustrations.tsx'
import { Columns, More, Opening, Part } from './pieces.tsx'

/** How to reach a person: what it is about opens the form, or a telephone and an address. */
export default function ContactScreen() {
  const t = useT()
  const { phone, phoneHref, email, address } = useBrand()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.contact.title')} lead={t('page.contact.lead')} drawing={<DeskDrawing />} />
      <Part tone="alt">
        <Columns>
          <dl className={styles.ways}>
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
          <div>
            <Choices
              title={t('page.contact.topics.title')}
              text={t('page.contact.topics.text')}
              choices={TOPICS.map((topic) => ({
                to: `/contact/message?topic=${topic}`,
                title: t(`page.contact.topics.${topic}.title`),
                text: t(`page.contact.topics.${topic}.text`),
              }))}
            />
            <p className={styles.complaints}>
              <More to="/legal/complaints">{t('page.contact.complaints')}</More>
            </p>
          </div>
        </Columns>
      </Part>
    </>
  )
}

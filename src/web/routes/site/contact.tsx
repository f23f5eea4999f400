import { TOPICS } from '#features/visitors/contact/schema.ts'
import { useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { CarSymbol } from './car.tsx'
import { Choices } from './choices.tsx'
import styles from './contact.module.css'
import { DeskDrawing } from './illustrations.tsx'
import { Columns, More, Opening, Part } from './pieces.tsx'

/** How to reach a person: the subject opens a form; also a telephone number and an address. */
export default function ContactScreen() {
  const t = useT()
  const { phone, phoneHref, callKind, hours, email, address } = useBrand()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.contact.title')} lead={t('page.contact.lead')} drawing={<DeskDrawing />} />
      <Part tone="alt">
        <Columns>
          <dl className={styles.ways}>
            {phone ? (
              <>
                <dt>{t('page.contact.phone')}</dt>
                <dd>
                  <a className={styles.large} href={`tel:${phoneHref}`}>
                    {phone}
                  </a>
                  {callKind ? <small>{t(`common.brand.calls.${callKind}`)}</small> : null}
                </dd>
              </>
            ) : null}
            {email ? (
              <>
                <dt>{t('page.contact.email')}</dt>
                <dd>
                  <a className={styles.large} href={`mailto:${email}`}>
                    {email}
                  </a>
                </dd>
              </>
            ) : null}
            {hours ? (
              <>
                <dt>{t('page.contact.hours')}</dt>
                <dd>{hours}</dd>
              </>
            ) : null}
            {address.length > 0 ? (
              <>
                <dt>{t('page.contact.address')}</dt>
                <dd>{address.join(', ')}</dd>
              </>
            ) : null}
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

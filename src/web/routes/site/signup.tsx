import { APPLIED_REGIMES } from '#domain/application.ts'
import { useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { CarSymbol } from './car.tsx'
import { Choices } from './choices.tsx'
import { KeysDrawing } from './illustrations.tsx'
import { Columns, Journey, More, Opening, Part, Points } from './pieces.tsx'
import styles from './signup.module.css'

/** The beginning of an application: one question, whose answer opens the first step. */
export default function SignupScreen() {
  const t = useT()
  const { phone, phoneHref, callKind } = useBrand()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.signup.title')} lead={t('page.signup.lead')} drawing={<KeysDrawing />} />
      <Part tone="alt">
        <Columns>
          <div>
            <h2>{t('page.signup.needs.title')}</h2>
            <Points items={t.list('page.signup.needs.items')} />
            <p className={styles.note}>{t('page.signup.needs.note')}</p>
            <More to="/drivers">{t('page.signup.begin.terms')}</More>
            {phone ? (
              <p className={styles.talk}>
                {t('page.signup.talk')}{' '}
                <a href={`tel:${phoneHref}`}>
                  {t('page.signup.call')} <span className="num">{phone}</span>
                </a>{' '}
                {callKind ? <small>{t(`common.brand.calls.${callKind}`)}</small> : null}
              </p>
            ) : null}
            <More to="/contact/message?topic=application">{t('page.signup.write')}</More>
          </div>
          <Choices
            title={t('page.signup.begin.title')}
            text={t('page.signup.begin.text')}
            choices={APPLIED_REGIMES.map((regime) => ({
              to: `/signup/person?regime=${regime}`,
              title: t(`page.signup.begin.${regime}.title`),
              text: t(`page.signup.begin.${regime}.text`),
            }))}
          />
        </Columns>
      </Part>
      <Part title={t('page.signup.next.title')}>
        <Journey names={t.list('page.signup.next.steps')} texts={t.list('page.signup.next.texts')} />
      </Part>
    </>
  )
}

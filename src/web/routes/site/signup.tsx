import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Columns, Journey, More, Opening, Part, Points } from './pieces.tsx'
import styles from './signup.module.css'

export default function SignupScreen() {
  const t = useT()
  const { phone, phoneHref, email } = useBrand()
  const [query] = useSearchParams()
  const slug = query.get('ref')
  const subject = encodeURIComponent(t('page.signup.subject'))
  return (
    <>
      <Opening title={t('page.signup.title')} lead={t('page.signup.lead')} />
      <Part tone="alt">
        <Columns>
          <div>
            <h2>{t('page.signup.send.title')}</h2>
            <Points items={t.list('page.signup.send.items')} />
            <More to="/drivers">{t('page.signup.terms')}</More>
          </div>
          <div className={styles.ways}>
            {slug ? <Notice tone="ok">{t('page.signup.referred', { slug })}</Notice> : null}
            <a className={styles.way} href={`mailto:${email}?subject=${subject}`}>
              <Icon name="mail" />
              <span>
                {t('page.signup.write')}
                <small>{email}</small>
              </span>
              <Icon name="arrow" />
            </a>
            <a className={styles.way} href={`tel:${phoneHref}`}>
              <Icon name="phone" />
              <span>
                {t('page.signup.call')}
                <small>
                  {phone} · {t('common.brand.callCost')}
                </small>
              </span>
              <Icon name="arrow" />
            </a>
            <p className={styles.note}>
              {t('page.signup.send.note')} {t('page.signup.consent')}{' '}
              <Link to="/legal/privacy">{t('page.signup.privacy')}</Link>
            </p>
          </div>
        </Columns>
      </Part>
      <Part title={t('page.signup.next.title')}>
        <Journey names={t.list('page.signup.next.steps')} texts={t.list('page.signup.next.texts')} />
      </Part>
    </>
  )
}

import type { ListKey, MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { EmptyRoad } from '#web/ui/road.tsx'
import styles from './coming.module.css'

export type ComingPage = {
  [Key in MessageKey]: Key extends `page.soon.${infer Name}.title` ? Name : never
}[MessageKey]

type Props = { page: ComingPage; links?: readonly { to: string; label: MessageKey }[] }

const NO_LINKS: NonNullable<Props['links']> = []

/** A page whose work is not built yet: what it will do, what serves until then, and where that is. Never a figure. */
export function Coming({ page, links = NO_LINKS }: Props) {
  const t = useT()
  const points: ListKey = `page.soon.${page}.points`
  return (
    <>
      <PageHead title={t(`page.soon.${page}.title`)} subtitle={t(`page.soon.${page}.text`)} />
      <div className={styles.coming}>
        <section className={styles.will}>
          <EmptyRoad />
          <h2>{t('page.soon.will')}</h2>
          <ul className={styles.points}>
            {t.list(points).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
        <section className={styles.until}>
          <h2>{t('page.soon.until')}</h2>
          <p>{t(`page.soon.${page}.until`)}</p>
          {links.length > 0 ? (
            <ul className={styles.links}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>
                    {t(label)}
                    <Icon name="arrow" small />
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      </div>
    </>
  )
}

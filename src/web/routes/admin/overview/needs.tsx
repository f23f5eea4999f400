import type { ReactNode } from 'react'
import type { DriverName } from '#domain/driver.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { State } from '#web/ui/state.tsx'
import type { NeedShown } from './need-words.ts'
import styles from './needs.module.css'

type Props = { needs: readonly NeedShown[]; isDriving: boolean }

/** What waits for somebody: one sentence and one action each, the most urgent on top. */
export function Needs({ needs, isDriving }: Props) {
  const t = useT()
  if (needs.length === 0) {
    return (
      <section className={styles.calm} aria-labelledby="calm">
        <State tone="ok">
          <span id="calm">{t('page.overview.needs.calm.title')}</span>
        </State>
        <p>{t(isDriving ? 'page.overview.needs.calm.driving' : 'page.overview.needs.calm.text')}</p>
      </section>
    )
  }
  return (
    <Section title={t('page.overview.needs.title')} aside={t('page.overview.needs.count', { count: needs.length })}>
      <ol className={styles.needs}>
        {needs.map((need, place) => (
          <li key={need.key}>
            <NeedRow need={need} first={place === 0} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function NeedRow({ need: { what, of, act, to, late, named }, first }: { need: NeedShown; first: boolean }) {
  return (
    <article className={styles.need}>
      <span className={late ? styles.late : styles.dot} aria-hidden="true" />
      <div className={styles.words}>
        <h3>{what}</h3>
        <p>
          {of}
          {named ? <Names {...named} /> : null}
        </p>
      </div>
      <LinkButton kind={first ? 'primary' : 'outlined'} to={to}>
        {act}
      </LinkButton>
    </article>
  )
}

/** The first of them by name, each with a way to the record. */
function Names({ count, drivers }: { count: number; drivers: readonly DriverName[] }): ReactNode {
  const t = useT()
  const more = count - drivers.length
  return (
    <span className={styles.names}>
      {drivers.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 ? ', ' : ' '}
          <Link to={`/admin/drivers/${id}`}>{name}</Link>
        </span>
      ))}
      {more > 0 ? ` ${t('page.overview.needs.more', { count: more })}` : null}
    </span>
  )
}

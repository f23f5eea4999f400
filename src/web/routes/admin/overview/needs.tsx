import type { ReactNode } from 'react'
import type { Need } from '#features/overview/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { State } from '#web/ui/state.tsx'
import { type Words, wordsOf } from './need-words.ts'
import styles from './needs.module.css'

type Props = { needs: readonly Need[]; isDriving: boolean }

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
          <li key={keyOf(need)}>
            <NeedRow need={need} words={wordsOf(need, t)} first={place === 0} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function keyOf(need: Need): string {
  return need.kind === 'late-batch' ? `${need.kind} ${need.batch}` : need.kind
}

function NeedRow({ need, words, first }: { need: Need; words: Words; first: boolean }) {
  return (
    <article className={styles.need}>
      <span className={words.late ? styles.late : styles.dot} aria-hidden="true" />
      <div className={styles.words}>
        <h3>{words.what}</h3>
        <p>
          {words.of}
          {'drivers' in need ? <Names need={need} /> : null}
        </p>
      </div>
      <LinkButton kind={first ? 'primary' : 'outlined'} to={words.to}>
        {words.act}
      </LinkButton>
    </article>
  )
}

/** The first of them by name, each with a way to the record. */
function Names({ need }: { need: Extract<Need, { drivers: unknown }> }): ReactNode {
  const t = useT()
  const more = need.count - need.drivers.length
  return (
    <span className={styles.names}>
      {need.drivers.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 ? ', ' : ' '}
          <Link to={`/admin/drivers/${id}`}>{name}</Link>
        </span>
      ))}
      {more > 0 ? ` ${t('page.overview.needs.more', { count: more })}` : null}
    </span>
  )
}

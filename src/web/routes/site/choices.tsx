import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './choices.module.css'

type Choice = { to: string; title: string; text: string }

/** A question whose answers are links, each of which opens a form. */
export function Choices({ title, text, choices }: { title: string; text: string; choices: readonly Choice[] }) {
  return (
    <section className={styles.choices} aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      <ul>
        {choices.map(({ to, title: name, text: words }) => (
          <li key={to}>
            <Link to={to} className={styles.choice}>
              <span>
                {name}
                <small>{words}</small>
              </span>
              <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { Block, Run, Section } from '#features/search/guide/schema.ts'
import type { Size } from '#features/search/guide/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import styles from './section-text.module.css'

type Sizes = Readonly<Record<string, Size>>

export function SectionText({ section: { name, title, blocks }, sizes }: { section: Section; sizes: Sizes }) {
  return (
    <section id={name} className={styles.section} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a file never change places
        <GuideBlock key={at} block={block} sizes={sizes} />
      ))}
    </section>
  )
}

function GuideBlock({ block, sizes }: { block: Block; sizes: Sizes }) {
  const t = useT()
  if (block.kind === 'picture') return <Picture {...block} sizes={sizes} />
  if (block.kind === 'text') {
    return (
      <p>
        <Runs of={block.runs} />
      </p>
    )
  }
  if (block.kind === 'note') {
    return (
      <p className={styles.note}>
        <strong>{t('page.guide.noteLabel')}</strong> <Runs of={block.runs} />
      </p>
    )
  }
  const List = block.kind === 'steps' ? 'ol' : 'ul'
  return (
    <List className={styles[block.kind]}>
      {block.items.map((runs, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps of a file never change places
        <li key={at}>
          <Runs of={runs} />
        </li>
      ))}
    </List>
  )
}

function Runs({ of }: { of: readonly Run[] }) {
  return of.map((run, at) => {
    const key = `${at} ${run.kind}`
    if (run.kind === 'link') {
      return (
        <Link key={key} to={run.to}>
          <Runs of={run.runs} />
        </Link>
      )
    }
    if (run.kind === 'typed') return <code key={key}>{run.text}</code>
    return run.kind === 'named' ? <b key={key}>{run.text}</b> : run.text
  })
}

/** A picture of a page, as it was when the run that takes the pictures last ran. */
function Picture({ name, description, sizes }: { name: string; description: string; sizes: Sizes }) {
  const { language } = useT()
  const file = `${name}-${language}`
  const size = sizes[file]
  if (!size) return null
  return (
    <figure className={size.width < NARROW ? styles.phone : styles.picture}>
      <img src={`/guide-pictures/${file}.webp`} alt={description} {...size} loading="lazy" decoding="async" />
    </figure>
  )
}

/** Pixels: a picture up to this width is one of a phone. */
const NARROW = 500

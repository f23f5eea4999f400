import { lastOf } from '#domain/certain.ts'
import { median } from '#domain/median.ts'
import type { FigureName, Figures as OfWeek } from '#domain/performance.ts'
import { figureWords } from '#messages/figure-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Words } from '#web/ui/layout.tsx'

type Props = {
  /** Oldest first. */
  weeks: readonly OfWeek[]
  names: readonly FigureName[]
  /** The address with all figures, and its name. */
  to: string
  words: string
  note?: string
}

/** The work of a driver or a car in a few figures over twelve weeks: the newest, beside its own median. */
export function WorkFigures({ weeks, names, to, words, note }: Props) {
  const t = useT()
  const shown = names.flatMap((name) => {
    const valuesByWeek = weeks.map((week) => week[name])
    const known = valuesByWeek.filter((value) => value !== null)
    // The line ends at the newest value: later weeks have no file yet.
    const values = valuesByWeek.slice(0, valuesByWeek.findLastIndex((value) => value !== null) + 1)
    return known.length === 0 ? [] : [{ name, values, last: lastOf(known), middle: median(known) }]
  })
  if (shown.length === 0) return null
  return (
    <Section title={t('page.kpis.title')} aside={<Link to={to}>{words}</Link>}>
      <Figures boxed>
        {shown.map(({ name, values, last, middle }) => (
          <Figure
            key={name}
            name={t(`page.kpis.columns.${name}`)}
            note={t('page.kpis.median', { value: figureWords(name, middle, t) })}
            drawn={
              <SmallLine
                look="own"
                values={values}
                label={t('page.kpis.opened.own', { median: figureWords(name, middle, t) })}
              />
            }
          >
            {figureWords(name, last, t)}
          </Figure>
        ))}
      </Figures>
      {note ? <Words look="small">{note}</Words> : null}
    </Section>
  )
}

import { readFiguresPeriod } from '#domain/performance.ts'
import { weekName } from '#domain/week.ts'
import { tellFigures } from '#features/weeks/exported-figures/queries.server.ts'
import type { ExportedFigure } from '#features/weeks/exported-figures/schema.ts'
import { type Answer, type Call, needed } from './command.ts'

/** Shows every figure of a period, for the company, its cars and drivers, each with its unit, its sources and their age. */
export async function showFigures({ args, t }: Call): Promise<Answer> {
  const now = Temporal.Now.instant()
  const { period, company, cars, drivers } = await tellFigures(readFiguresPeriod(needed(args[0], t)), now)
  const json = (figures: Readonly<Record<string, ExportedFigure>>) =>
    Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figureJson(figure, now)]))
  const lines = [
    ...textOf(t('cli.figuresCompany'), company),
    ...cars.flatMap(({ plate, figures }) => textOf(plate, figures)),
    ...drivers.flatMap(({ ref, name, figures }) => textOf(`${ref} ${name}`, figures)),
  ]
  return {
    json: {
      period: period.name,
      kind: period.kind,
      weeks: period.weeks.map(weekName),
      company: json(company),
      cars: cars.map(({ plate, figures, missing, hint }) => ({ plate, figures: json(figures), missing, hint })),
      drivers: drivers.map(({ ref, name, figures }) => ({ ref, name, figures: json(figures) })),
    },
    text: lines.join('\n'),
  }

  function textOf(whose: string, figures: Readonly<Record<string, ExportedFigure>>): string[] {
    return Object.entries(figures).map(([name, { value, unit, sources }]) =>
      [whose, name, value === null ? t('cli.figuresNone') : value, unit, sources.join(', ')].join('\t'),
    )
  }
}

function figureJson({ value, unit, sources, readAt }: ExportedFigure, now: Temporal.Instant) {
  const age = readAt === null ? null : now.since(Temporal.Instant.from(readAt), { largestUnit: 'minutes' }).minutes
  return { value, unit, sources, read_at: readAt, age_minutes: age }
}

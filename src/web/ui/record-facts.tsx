import { type Described, factsOf } from '#forms/fields.ts'
import { cents } from '#domain/money.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from './card.tsx'

/** A record to be read, in the words and the order of its form; what was never said is left out. */
export function RecordFacts({ of, values }: { of: Described; values: object }) {
  const t = useT()
  const said = of.rows.flat().flatMap((name) => {
    const { control, options = [], typed } = factsOf(of, name)
    const kept: unknown = Reflect.get(values, name)
    if (kept === null || kept === undefined || kept === '' || kept === 0) return []
    if (control === 'money') return [{ name, words: formatMoney(cents(Number(kept)), t.language) }]
    const chosen = options.find(({ value }) => value === kept)
    return [{ name, words: chosen ? t(chosen.words) : typed ? typed(kept as never, t.language) : String(kept) }]
  })
  return (
    <Facts>
      {said.map(({ name, words }) => (
        <Fact key={name} name={t(of.labels[name]!)}>
          {words}
        </Fact>
      ))}
    </Facts>
  )
}

import { type Described, factsOf, fieldText } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from './card.tsx'

/** A record to read, with the labels and the order of its form; fields without a value are left out. */
export function RecordFacts({ of, values }: { of: Described; values: object }) {
  const t = useT()
  const parts = of.parts
    .flatMap(({ rows }) => rows.flat())
    // Fields without a label are stored in a way of their own, and shown by the page itself.
    .filter((name) => name in of.labels)
    .map((name) => ({ name, kept: Reflect.get(values, name) as unknown }))
    .filter(({ kept }) => kept !== 0)
    .map(({ name, kept }) => ({ name, words: fieldText(of, name, kept, t) }))
  return (
    <Facts>
      {parts.map(({ name, words }) =>
        words ? (
          // oxlint-disable-next-line typescript/no-non-null-assertion -- each field has its word
          <Fact key={name} name={t(of.labels[name]!)} isText={factsOf(of, name).control === 'lines'}>
            {words}
          </Fact>
        ) : null,
      )}
    </Facts>
  )
}

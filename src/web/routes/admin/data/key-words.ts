import { showPlate } from '#domain/identifiers.ts'
import type { Source } from '#domain/import.ts'
import type { Translator } from '#messages/catalogue.ts'

/** A key of a file in words: "matrícula" and "ZX-11-TA". */
export function showKey(t: Translator, source: Source, key: { kind: string; value: string }) {
  return keyWords(t, { source, ...key })
}

/** A key of a file in words, for a source as the database names it. */
export function keyWords(t: Translator, { source, kind, value }: { source: string; kind: string; value: string }) {
  return {
    source: t.find(`page.week.sourceNames.${source}`) ?? source,
    kind: t.find(`page.week.questions.keyKinds.${kind}`) ?? kind,
    value: kind === 'plate' ? showPlate(value) : value,
  }
}

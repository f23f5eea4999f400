import type { Source } from '#domain/import.ts'
import type { Translator } from '#messages/catalogue.ts'

/** A name of a file in words: "matrícula" and "ZX-11-TA". */
export function showKey(t: Translator, source: Source, { kind, value }: { kind: string; value: string }) {
  return {
    source: t(`page.week.sourceNames.${source}`),
    kind: t.find(`page.week.questions.keyKinds.${kind}`) ?? kind,
    value: kind === 'plate' ? showPlate(value) : value,
  }
}

/** Six letters and digits are written in pairs. */
function showPlate(plate: string): string {
  return /^[A-Z0-9]{6}$/.test(plate) ? plate.replace(/(..)(..)(..)/, '$1-$2-$3') : plate
}

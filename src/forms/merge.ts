import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import type { Language } from '#messages/language.ts'
import { type Described, factsOf, textInField } from './record.ts'

/** The values of a form by the names they are sent under. */
export type SentValues = Readonly<Record<string, string>>

/**
 * A field that another person changed while the form was open, each value as the form says it: of a list, `before` is what they took out
 * of it and `now` what they added.
 */
export type ChangedField = {
  name: string
  before: string
  now: string
  /** What this person typed there; `null` if they left the field as it was. */
  typed: string | null
}

/** What the untouched form of a record sends: the fields that hold no file. */
export function sentUntouched(of: Described, values: object, language: Language): SentValues {
  const sent: Record<string, string> = {}
  for (const name of Object.keys(of.fields)) {
    const kept: unknown = Reflect.get(values, name)
    const { control } = factsOf(of, name)
    if (control === 'file') continue
    if (control === 'tick') {
      if (kept === true) sent[name] = 'on'
    } else if (control === 'some' || control === 'references') {
      if (Array.isArray(kept) && kept.length > 0) sent[`${name}[]`] = kept.map(String).toSorted().join('\n')
    } else sent[sentName(of, name)] = textInField(of, name, kept, language)
  }
  return sent
}

const SENT_SEVERAL_TIMES = new Set(['some', 'references', 'moment'])
const MAY_SEND_NOTHING = new Set(['tick', 'some', 'references'])

/** A field that comes several times is sent as `name[]`. */
function sentName(of: Described, name: string): string {
  return SENT_SEVERAL_TIMES.has(factsOf(of, name).control) ? `${name}[]` : name
}

/**
 * Brings a form that comes back up to date with its record: a field that only another person changed takes their value, and
 * one that this person typed in keeps what was typed. So sending it again writes nobody's change away. `opened` is what the
 * form said when it was opened, `now` what it would say now.
 */
export function mergeChanges(of: Described, opened: SentValues, typed: SentValues, now: SentValues) {
  const values: Record<string, string> = { ...typed }
  const changed: ChangedField[] = []
  for (const name of Object.keys(of.fields)) {
    if (factsOf(of, name).control === 'file') continue
    const { control } = factsOf(of, name)
    const field = sentName(of, name)
    // A browser sends nothing of an empty list of ticks; of any other field that is missing the page does not ask.
    if (typed[field] === undefined && !MAY_SEND_NOTHING.has(control)) continue
    const comparedIn = (sent: SentValues) => comparable(sent[field], control === 'some' || control === 'references')
    const [was, is, own] = [comparedIn(opened), comparedIn(now), comparedIn(typed)]
    if (was === is || own === is) continue
    if (control === 'some' || control === 'references') {
      const { merged, added, removed } = mergeLists(was, own, is)
      if (merged === own) continue
      changed.push({ name, before: removed, now: added, typed: null })
      delete values[field]
      if (merged !== '') values[field] = merged
      continue
    }
    changed.push({ name, before: was, now: is, typed: own === was ? null : own })
    if (own !== was) continue
    delete values[field]
    if (now[field] !== undefined) values[field] = now[field]
  }
  return { values, changed }
}

/** What both have added to a list is in it, and what either took out is not: nobody's choice is lost. */
function mergeLists(was: string, own: string, is: string) {
  const setOf = (list: string) => new Set(list === '' ? [] : list.split('\n'))
  const [before, mine, theirs] = [setOf(was), setOf(own), setOf(is)]
  const [added, removed] = [theirs.difference(before), before.difference(theirs)]
  const written = (list: ReadonlySet<string>) => [...list].toSorted().join('\n')
  return {
    merged: written(mine.union(added).difference(removed)),
    added: written(added.difference(mine)),
    removed: written(removed.intersection(mine)),
  }
}

/** A browser sends line ends of its own, and what is ticked in the order of the page. */
function comparable(text: string | undefined, isList: boolean): string {
  const lines = (text ?? '').replaceAll('\r\n', '\n').trim().split('\n')
  return (isList ? lines.toSorted() : lines).join('\n')
}

/** The name under which a form sends what it said when it was opened, and how it is read: `input.and(opened)`. */
export const OPENED = 'opened'
export const opened = z.object({ [OPENED]: z.string().optional() })

/**
 * Refuses `record.changed-meanwhile` when a record without a version of its own is another one by now than the form was made
 * from. A form that did not send what it said is taken as it is.
 */
export function refuseIfChanged(of: Described, sent: string | undefined, now: object, language: Language): void {
  const before = readOpened(sent)
  if (before === null) return
  if (mergeChanges(of, before, before, sentUntouched(of, now, language)).changed.length > 0)
    throw new Refusal('record.changed-meanwhile')
}

/** What a form sends besides the fields of its record, and nobody types. */
const CARRIED = new Set([OPENED, 'version', 'intent', 'idempotencyKey', 'filledBy'])

/** Whether a form says what it said when it was opened, and nothing else. */
export function isUntouched(sent: SentValues): boolean {
  const before = readOpened(sent[OPENED])
  if (before === null) return false
  const names = new Set([...Object.keys(before), ...Object.keys(sent)]).difference(CARRIED)
  return [...names].every((name) => {
    const isList = name.endsWith('[]')
    return comparable(before[name], isList) === comparable(sent[name], isList)
  })
}

const sentValues = z.record(z.string(), z.string())

/** Reads what a form said when it was opened; `null` if it did not send that. */
export function readOpened(sent: string | undefined): SentValues | null {
  if (sent === undefined) return null
  try {
    return sentValues.safeParse(JSON.parse(sent)).data ?? null
  } catch {
    return null
  }
}

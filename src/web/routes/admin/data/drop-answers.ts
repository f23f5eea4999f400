import type { Week } from '#domain/week.ts'
import type { DropPreview, Effect, PreviewFile } from '#features/imports/previews/schema.ts'

/** The answers about the files of a drop so far, as its form holds them. */
export type DropAnswers = Readonly<Record<'accept' | 'ours' | 'leave' | 'versions', ReadonlySet<string>>>

/** The answers when the page opens: the proposed version of each report, nothing else. */
export function firstAnswers({ versions }: DropPreview): DropAnswers {
  const proposed = versions.flatMap((group) => group.proposed ?? [])
  return { accept: new Set(), ours: new Set(), leave: new Set(), versions: new Set(proposed) }
}

/** The present answers in the form. */
export function answersIn(form: FormData): DropAnswers {
  const all = (name: string) => new Set(form.getAll(name).map(String))
  const chosen = [...form].flatMap(([name, id]) => (name.startsWith('version-') ? [String(id)] : []))
  return { accept: all('accept[]'), ours: all('ours[]'), leave: all('leave[]'), versions: new Set(chosen) }
}

/** A file that brings something new: the answers it waits for, other versions of its report in the drop, and its weeks. */
type Candidate = { id: string; asks: readonly ('ours' | 'accept')[]; rivals: readonly string[]; weeks: readonly Week[] }

/** The files of a drop that bring something new. */
export function candidatesOf({ files, versions }: DropPreview): Candidate[] {
  return files.flatMap((file) => {
    if (!file.ok || !bringsNewRows(file)) return []
    const { strange, weeks } = file.read
    const asks = strange.map(({ code }) => (code === 'other-company' ? 'ours' : 'accept'))
    const rivals = versions.find((group) => group.files.includes(file.id))?.files ?? []
    return [{ id: file.id, asks, rivals, weeks }]
  })
}

/** The one file whose week differs from the week that all the others of its drop have in common; of two files the older one. */
export function fileOfOtherWeek(drop: DropPreview): { id: string; week: Week; theirs: Week; others: number } | null {
  const candidates = candidatesOf(drop).filter(({ weeks }) => weeks.length > 0)
  const strays = candidates.flatMap(({ id, weeks: [week, ...more] }) => {
    const others = candidates.filter((other) => other.id !== id)
    const theirs = others[0]?.weeks.find((theirWeek) => others.every(({ weeks }) => weeks.includes(theirWeek)))
    if (!week || more.length > 0 || !theirs || others.every(({ weeks }) => weeks.includes(week))) return []
    return [{ id, week, theirs, others: others.length }]
  })
  return strays.toSorted((a, b) => (a.week < b.week ? -1 : 1))[0] ?? null
}

/** The fate of a file: it is imported, it waits for an answer, or it stays out. */
export function outcomeOf({ id, asks, rivals }: Candidate, answers: DropAnswers): 'goes' | 'waits' | 'out' {
  if (answers.leave.has(id)) return 'out'
  const staying = rivals.filter((rival) => !answers.leave.has(rival))
  if (staying.length > 1 && !answers.versions.has(id)) {
    return staying.some((rival) => answers.versions.has(rival)) ? 'out' : 'waits'
  }
  return asks.every((name) => answers[name].has(id)) ? 'goes' : 'waits'
}

const BRINGS_NOTHING: ReadonlySet<Effect['is']> = new Set(['same', 'twice', 'elsewhere', 'replaced'])

/** Whether a file brings something new: one that was imported already, or is in the drop twice, does not. */
export function bringsNewRows(file: PreviewFile): boolean {
  return file.ok && !BRINGS_NOTHING.has(file.read.effect.is)
}

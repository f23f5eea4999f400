import type { ReportKind, Source } from './import.ts'
import { type OwnNames, otherAccounts } from './imported-file.ts'
import type { Week } from './week.ts'

/** One file of a weekly report among others. `names` are the names in its rows by which drivers can be told apart. */
export type Version = {
  id: string
  name: string
  source: Source
  kind: ReportKind
  account: string
  weeks: readonly Week[]
  names: ReadonlySet<string>
}

/** Files of which only one can count; `proposed` is the one downloaded last, if the file names tell. */
export type VersionGroup = { files: readonly string[]; proposed: string | null }

/**
 * Finds files that are versions of one weekly report, by the rules by which a stored version is replaced: the same
 * account, a shortened account with a name in common, and (Uber) a driver in common unless both accounts are our own.
 */
export function versionGroups(files: readonly Version[], ours: OwnNames | null): VersionGroup[] {
  const groups: Version[][] = []
  for (const file of files) {
    const groupsOfFile = groups.filter((group) => group.some((other) => areVersions(file, other, ours)))
    for (const group of groupsOfFile) groups.splice(groups.indexOf(group), 1)
    groups.push([...groupsOfFile.flat(), file])
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => ({ files: group.map(({ id }) => id), proposed: downloadedLast(group) }))
}

function areVersions(a: Version, b: Version, ours: OwnNames | null): boolean {
  if (a.source !== b.source || a.kind !== b.kind || !a.weeks.some((week) => b.weeks.includes(week))) return false
  if (a.account === b.account) return true
  if (a.names.isDisjointFrom(b.names)) return false
  if (a.account.startsWith(b.account) || b.account.startsWith(a.account)) return true
  const others = otherAccounts(a.account, a.source, ours)
  return a.source === 'uber' && !others.some((own) => own.startsWith(b.account) || b.account.startsWith(own))
}

function downloadedLast(files: readonly Version[]): string | null {
  const numbers = files.map(({ name }) => downloadNumber(name))
  const last = Math.max(...numbers)
  const [found, ...others] = files.filter((_, index) => numbers[index] === last)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the highest number is one of theirs
  return others.length === 0 ? found!.id : null
}

/** Reads the number that a browser adds when it downloads a file again: `report (2).csv` is the third; without a number it is 0. */
export function downloadNumber(name: string): number {
  const found = /\((\d{1,3})\)(?:\.[a-z0-9]{1,5})*$/i.exec(name)
  return found ? Number(found[1]) : 0
}

/** The things that an installation has once, as a site sees them, by their marks. `null`: it is in the data folder. */
export type SiteMarks = {
  /** The bucket for stored files. */
  store: string | null
  secret: string
  fieldKeys: string
  /** The id of the field key that seals new values. */
  newestKey: string
  backupKey: string | null
  /** Copies go into a folder that is set, and not into the data folder. */
  copiesElsewhere: boolean
  /** The mark of the certificate that seals contracts. */
  seal: string | null
}

/** A running site: its place, and when it last renewed its row. */
export type Site = { place: number; id: string; startedAt: string; renewedAt: string; marks: SiteMarks }

/** Things that two sites do not share. */
export type Unshared = 'files' | 'filesLeft' | 'secret' | 'fieldKeys' | 'backups' | 'backupKey' | 'seal'

/**
 * The facts that one site finds out about another from the disk: whether both use one data folder, one folder of copies where one
 * is set, and so on.
 */
type SharedOnDisk = { folder: boolean; backups: boolean; leftOnDisk: boolean; knowsKey: boolean }

/** The things that a site does not share with another, neither by a common data folder nor by equal settings. */
export function unsharedWith(
  own: SiteMarks,
  other: SiteMarks,
  { folder, backups, leftOnDisk, knowsKey }: SharedOnDisk,
): Unshared[] {
  const differs = (one: string | null, two: string | null) => one !== two || (one === null && !folder)
  const found: [Unshared, boolean][] = [
    ['files', differs(own.store, other.store)],
    ['filesLeft', own.store !== null && !folder && leftOnDisk],
    ['secret', own.secret !== other.secret],
    ['fieldKeys', own.fieldKeys !== other.fieldKeys || !knowsKey],
    ['backups', own.copiesElsewhere !== other.copiesElsewhere || (own.copiesElsewhere ? !backups : !folder)],
    ['backupKey', differs(own.backupKey, other.backupKey)],
    ['seal', differs(own.seal, other.seal)],
  ]
  return found.flatMap(([what, isSo]) => (isSo ? [what] : []))
}

/** What a site sees of what an installation has once, as marks. `null`: where its data folder has it. */
export type Sees = {
  /** The bucket that kept files go to. */
  store: string | null
  secret: string
  fieldKeys: string
  /** The id of the field key that seals now. */
  newestKey: string
  backupKey: string | null
  /** Copies go into a folder that is set, not into the data folder. */
  copiesElsewhere: boolean
  /** The certificate that seals contracts. */
  seal: string | null
}

/** A site at work: its place, and when it said so last. */
export type Site = { place: number; id: string; startedAt: string; renewedAt: string; sees: Sees }

/** What two sites do not have in common. */
export type Unshared = 'files' | 'filesLeft' | 'secret' | 'fieldKeys' | 'backups' | 'backupKey' | 'seal'

/** What one site finds out of another by looking: whether they have one data folder, one folder of copies where one is set, and so on. */
type Looked = { folder: boolean; backups: boolean; leftOnDisk: boolean; knowsKey: boolean }

/** What a site does not share with another one: by one data folder for both, or by settings that say the same. */
export function unsharedWith(own: Sees, other: Sees, { folder, backups, leftOnDisk, knowsKey }: Looked): Unshared[] {
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

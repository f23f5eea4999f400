/** How far long work is: bytes while a file is read, rows while they are written. */
export type Progress = { stage: 'reading' | 'writing'; done: number; of: number }

/** Told how far the work is, again and again; it stops the work by throwing `Cancelled`. */
export type OnProgress = (progress: Progress) => void

/** Somebody stopped the work: nothing of it is kept. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

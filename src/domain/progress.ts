/** How far long work is: bytes of a file read, rows written, statements drawn on paper, statements approved. */
export type Progress = { stage: 'reading' | 'writing' | 'drawing' | 'approving'; done: number; of: number }

/** Told how far the work is, again and again; it stops the work by throwing `Cancelled`. */
export type OnProgress = (progress: Progress) => void

/** Somebody stopped the work: nothing of it is kept. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

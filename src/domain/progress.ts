/** Progress of long work: bytes of a file read, rows written, statements drawn on paper, statements approved. */
export type Progress = { stage: 'reading' | 'writing' | 'drawing' | 'approving'; done: number; of: number }

/** Called again and again with the progress; stops the work by throwing `Cancelled`. */
export type OnProgress = (progress: Progress) => void

/** Thrown when somebody stopped the work: nothing of it is kept. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

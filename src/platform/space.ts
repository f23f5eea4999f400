import { statfs } from 'node:fs/promises'

/** Room on the disk of a folder, in bytes. */
export type Space = { free: number; total: number }

const GIGABYTE = 1024 ** 3

/** Answers the free and total room for a folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Whether room is low: less than a tenth of the disk, or less than a gigabyte. */
export function isLow({ free, total }: Space): boolean {
  return free < total / 10 || free < GIGABYTE
}

/**
 * Room in bytes that the database needs to go on reading and writing its own log: four files of it. The database stops
 * when it can't make the next one.
 */
const RESERVE = 64 * 1024 ** 2

/** Whether only the database itself may still write. */
export function isFull({ free }: Pick<Space, 'free'>): boolean {
  return free < RESERVE
}

/** Writes a number of bytes as gigabytes for a sentence, cut to one decimal: `0.9`. */
export function gigabytes(bytes: number): number {
  return Math.floor((bytes / GIGABYTE) * 10) / 10
}

import { statfs } from 'node:fs/promises'

/** Room on the disk of a folder, in bytes. */
export type Space = { free: number; total: number }

const GIGABYTE = 1024 ** 3

/** The room there is for whoever writes in a folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Little is less than a tenth of the disk, or less than a gigabyte. */
export function isLow({ free, total }: Space): boolean {
  return free < total / 10 || free < GIGABYTE
}

/** What the database needs to go on reading and to keep its own log: four files of it. Without a next one it ends. */
const RESERVE = 64 * 1024 ** 2

/** Whether nothing may be written any more but by the database itself. */
export function isFull({ free }: Pick<Space, 'free'>): boolean {
  return free < RESERVE
}

/** Room in gigabytes for a sentence, cut to one decimal: `0.9`. */
export function gigabytes(bytes: number): number {
  return Math.floor((bytes / GIGABYTE) * 10) / 10
}

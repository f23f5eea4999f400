import { createHash } from 'node:crypto'
import { PASSING } from './passing.ts'
import { FACES } from './styles/faces.ts'

export const styleHash = (css: string) => createHash('sha256').update(css).digest('base64')

/** Hashes of what every page has in its head (`PASSING` and the fonts), for the headers that let the browser apply them. */
export const HEAD_HASHES: readonly string[] = [PASSING, FACES].map(styleHash)

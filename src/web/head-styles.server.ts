import { createHash } from 'node:crypto'
import { PASSING } from './passing.ts'
import { FACES } from './styles/faces.ts'

export const styleHash = (css: string) => createHash('sha256').update(css).digest('base64')

/** What a page's headers name so that the browser takes what stands in each head: `PASSING`, and the fonts. */
export const HEAD_HASHES: readonly string[] = [PASSING, FACES].map(styleHash)
